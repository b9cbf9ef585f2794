/** Repairs invalid JSON if there is only one way to read it. */

import * as l10n from '@vscode/l10n';
import { attempt } from '../../common/attempt.ts';
import { lookUp } from '../../common/guards.ts';
import { maskTokens } from '../../common/text/mask-secrets.ts';
import type { ConfigDocument } from '../config/servers/document.ts';
import type { Fault } from '../config/text/fault.ts';
import { isEllipsis, shownText } from '../config/text/fault-text.ts';
import { endOf, type Span } from '../config/text/json.ts';
import { parseText } from '../config/text/parse.ts';
import { isWideSpace, markdownFence, oddSpaces } from '../config/text/text-around.ts';
import { enclose } from './enclose.ts';
import { applyChanges, choice, type Fix, insert, preferred, replace, replaceString, safe } from './fix.ts';
import { cutWithLine } from './members.ts';

/** In text with more faults than this, a single fix would only shift them. */
const faultLimit = 50;

/** Returns the fixes of a fault; empty if the user has to decide. */
export function syntaxFixes(document: ConfigDocument, fault: Fault): readonly Fix[] {
  const { text, faults } = document;
  const fixes = fault.kind === 'missing-braces' ? enclose(document) : fixesFor(text, fault);
  if (alwaysHelp.has(fault.kind)) return fixes;
  if (faults.length > faultLimit) return [];
  return fixes.filter(({ changes }) => {
    const after = parseText(applyChanges(text, changes)).faults;
    const again = after.some(({ kind, offset }) => kind === fault.kind && offset === fault.offset);
    return after.length <= faults.length && !again;
  });
}

/** Replaces all typographic quotes, except inside strings in straight quotes. */
export function straightQuotes({ text }: ConfigDocument): readonly Fix[] {
  // An unclosed string also matches, up to the end of the line: the curly quotes in it are meant to be straight.
  const matches = text.matchAll(/"(?:[^"\\\r\n]|\\.)*("?)|[\u201c-\u201f]/g);
  const quotes = [...matches].flatMap(({ 0: found, 1: end, index }) =>
    end === '"' ? [] : Array.from(found.matchAll(/[\u201c-\u201f]/g), (quote) => index + quote.index),
  );
  return [
    preferred(l10n.t('Replace the curly quotes'), ...quotes.map((offset) => replace({ offset, length: 1 }, '"'))),
  ];
}

const alwaysHelp: ReadonlySet<Fault['kind']> = new Set([
  'comment',
  'trailing-comma',
  'byte-order-mark',
  'odd-space',
  'markdown-fence',
] as const);

/** More files in one aren't merged, and none that are longer, because each is read on its own. */
const mostObjects = 20;
const mostCharacters = 100_000;

/** A map of servers in one of several files in one. */
interface InOneFile {
  readonly key: string;
  /** With offsets in the whole text. */
  readonly members: readonly Span[];
  readonly names: readonly string[];
  readonly end: number;
}

/** Returns the map of each object; undefined if one isn't an object with one map alone. */
function mapsIn(text: string): readonly InOneFile[] | undefined {
  const maps: InOneFile[] = [];
  for (let at: number | undefined = 0; at !== undefined; ) {
    const { root, faults } = parseText(text.slice(at));
    const [member, ...more] = root?.type === 'object' ? root.members : [];
    const isWhole = faults.every(({ kind }) => kind === 'second-object');
    const map = member?.value;
    if (root === undefined || map?.type !== 'object' || more.length > 0 || !isWhole || maps.length === mostObjects)
      return undefined;
    const start: number = at;
    maps.push({
      key: member?.key.value ?? '',
      members: map.members.map(({ key, value }) => ({
        offset: start + key.offset,
        length: endOf(value ?? key) - key.offset,
      })),
      names: map.members.map(({ key }) => key.value),
      end: start + endOf(root),
    });
    at = faults[0] && start + faults[0].offset;
  }
  return maps;
}

/** Returns the fix for several files in one: objects with one map each, under the same key and without a common name. */
function mergedObjects(text: string): readonly Fix[] {
  const [first, ...others] = (text.length > mostCharacters ? undefined : mapsIn(text)) ?? [];
  const [last, end] = [first?.members.at(-1), others.at(-1)?.end];
  if (first === undefined || last === undefined || end === undefined) return [];
  const names = [first, ...others].flatMap((map) => map.names);
  if (new Set(names).size < names.length || others.some(({ key }) => key !== first.key)) return [];
  const before = text.slice(0, last.offset);
  const space = before.slice(before.trimEnd().length);
  const added = others.flatMap(({ members: [start, ...more] }) =>
    start === undefined ? [] : text.slice(start.offset, endOf(more.at(-1) ?? start)),
  );
  if (added.length < others.length) return [];
  return [
    preferred(
      others.length === 1 ? l10n.t('Merge the two objects') : l10n.t('Merge the {0} objects', others.length + 1),
      insert(endOf(last), added.map((members) => `,${space}${members}`).join('')),
      replace({ offset: first.end, length: end - first.end }, ''),
    ),
  ];
}

function fixesFor(text: string, fault: Fault): readonly Fix[] {
  const word = text.slice(fault.offset, endOf(fault));
  const shown = shownText(text, fault);
  // What was left out isn't known.
  if (isEllipsis(word)) return [];
  switch (fault.kind) {
    case 'comment':
      return [preferred(l10n.t('Remove the comment'), cutWithLine(text, fault.offset, endOf(fault)))];
    case 'trailing-comma':
      return [safe(l10n.t('Remove the comma'), replace(fault, ''))];
    case 'byte-order-mark':
      return [safe(l10n.t('Remove the byte order mark'), replace(fault, ''))];
    case 'missing-comma':
      return [preferred(l10n.t('Add the comma'), insert(endOfPrevious(text, fault.offset), ','))];
    case 'missing-colon':
      return [preferred(l10n.t('Add the colon'), insert(endOf(fault), ':'))];
    case 'missing-value':
      return word === ',' ? [preferred(l10n.t('Remove the comma'), replace(fault, ''))] : [];
    case 'bad-key':
      return /^[\w$.-]+$/.test(word)
        ? [preferred(l10n.t('Change to "{0}"', maskTokens(word)), replaceString(fault, word))]
        : [];
    case 'bad-value':
      return literal(fault, word, shown);
    case 'bad-number':
      return number(fault, word, shown);
    case 'bad-string':
      return escapes(fault, word);
    case 'single-quotes':
      return /^'[^'"\\]*'$/.test(word)
        ? [preferred(l10n.t('Replace the single quotes'), replaceString(fault, word.slice(1, -1)))]
        : [];
    case 'unexpected':
      return /^[;()\]}]$/.test(word) ? [preferred(l10n.t('Remove {0}', word), replace(fault, ''))] : [];
    case 'after-the-end':
      return remains(text, fault);
    case 'second-object':
      return mergedObjects(text);
    case 'extra-bracket':
      return [preferred(l10n.t('Remove {0}', word), replace(fault, ''))];
    case 'odd-space':
      return [plainSpaces(text, fault)];
    case 'markdown-fence':
      return withoutFence(text);
    default:
      return [];
  }
}

/** Replaces all odd spaces at once, because they come from the same paste. */
function plainSpaces(text: string, fault: Fault): Fix {
  const changes = oddSpaces(text, fault.offset).map((offset) =>
    replace({ offset, length: 1 }, isWideSpace(text.charAt(offset)) ? ' ' : ''),
  );
  return preferred(l10n.t('Replace the special spaces'), ...changes);
}

/** Removes the lines of a fence; no fix if there is other text around it. */
function withoutFence(text: string): readonly Fix[] {
  const fence = markdownFence(text);
  if (fence === undefined) return [];
  const { opening, before, after } = fence;
  const rest = text.slice(0, opening.offset) + text.slice(after.offset).replace(/^(?:```|~~~)/, '');
  if (rest.trim() !== '') return [];
  return [preferred(l10n.t('Remove the Markdown code block'), replace(before, ''), replace(after, ''))];
}

/** Returns the end of the token before an offset; the offset itself if a comment is in between. */
function endOfPrevious(text: string, offset: number): number {
  const before = text.slice(0, offset).trimEnd();
  const line = before.slice(before.lastIndexOf('\n') + 1);
  return line.includes('//') || before.endsWith('*/') ? offset : before.length;
}

/** Literals of JSON by their spellings in other languages, in lower case. */
const literals: Readonly<Record<string, string>> = {
  ...{ true: 'true', false: 'false', null: 'null' },
  ...{ none: 'null', nil: 'null', undefined: 'null' },
};

function literal(fault: Fault, word: string, shown: string): readonly Fix[] {
  const json = lookUp(literals, word.toLowerCase());
  if (json !== undefined) return [preferred(l10n.t('Change to {0}', json), replace(fault, json))];
  return /^[A-Za-z][\w.@/-]*$/.test(word)
    ? [preferred(l10n.t('Change to "{0}"', shown), replaceString(fault, word))]
    : [];
}

function number(fault: Fault, word: string, shown: string): readonly Fix[] {
  const plain = /^[-+]?[\d.]+(?:e[-+]?\d+)?$|^0x[\da-f]+$/i.test(word) ? Number(word) : Number.NaN;
  if (!Number.isFinite(plain)) return [];
  // Some languages read a number with a leading zero as octal.
  const make = /^[-+]?0\d/.test(word) ? choice : preferred;
  return [make(l10n.t('Change to {0}', word.startsWith(shown) ? plain : shown), replace(fault, String(plain)))];
}

/** Doubles backslashes that don't start an escape sequence; in a path with a drive, all that aren't doubled yet. */
function escapes(fault: Fault, word: string): readonly Fix[] {
  if (!word.startsWith('"') || !word.endsWith('"')) return [];
  // In `C:\temp\new`, a tab or a line break can't be meant.
  const backslash = /^"[A-Za-z]:\\/.test(word) ? undefined : /\\(?:["\\/bfnrt]|u[\da-fA-F]{4})|\\/g;
  const better = doubleBackslashes(word, backslash).replace(/\t/g, '\\t');
  return attempt(() => JSON.parse(better)) !== undefined
    ? [preferred(l10n.t('Double the backslashes'), replace(fault, better))]
    : [];
}

/** @param backslash matches backslashes, those to keep together with what follows */
export function doubleBackslashes(word: string, backslash = /\\["\\]|\\/g): string {
  return word.replace(backslash, (found) => (found === '\\' ? '\\\\' : found));
}

function remains(text: string, fault: Fault): readonly Fix[] {
  const rest = text.slice(fault.offset).trimEnd();
  if (!/^[\]},;\s]+$/.test(rest)) return [];
  return [
    preferred(l10n.t('Remove everything after the object'), replace({ offset: fault.offset, length: rest.length }, '')),
  ];
}
