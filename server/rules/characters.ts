/** Invisible and control characters, and curly quotes, mostly pasted from a web page or a chat. */
import * as l10n from '@vscode/l10n';
import type { ExpandableString } from '../config/expandable-strings.ts';
import { listNames } from '../config/format.ts';
import { endOf, type JsonNode, type StringNode } from '../config/json.ts';
import { type Fix, preferred, replace, replaceString } from '../fixes/fix.ts';
import { doubleBackslashes } from '../fixes/syntax.ts';
import { fileWith } from './message-text.ts';
import type { DocumentRule, Report, TextRule } from './rule.ts';

/**
 * Zero-width and bidirectional characters, soft hyphen, tags, no-break space, and typographic double quotes around the
 * whole value. Joiners (U+200C, U+200D) aren't included, because emoji and some scripts need them.
 */
const strange =
  /[\u00a0\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]|[\u{e0000}-\u{e007f}]/gu;
const inQuotes = /^[\u201c-\u201f][^\u201c-\u201f]*[\u201c-\u201f]$/;

const about = {
  code: 'invisible-character',
  severity: 'warning',
  docs: {
    title: 'Invisible character or curly quotes',
    why: 'Invisible characters and curly quotes come along when text is copied from a web page or a chat. They are part of the value, and they can hide what a value really is. In a Windows path with single backslashes, \\t is a tab and \\n a line break.',
    wrong: fileWith('{"command": "docs-server", "args": ["--port\\u200b"]}'),
    right: fileWith('{"command": "docs-server", "args": ["--port"]}'),
  },
} as const;

export const invisibleCharacter: TextRule = {
  ...about,
  check({ field, node, key }, { parsed }, report) {
    // Names of headers have a separate rule.
    if (field === 'env' && key !== undefined) checkName(key, parsed?.group.fields.get('env')?.value, report);
    const control = controlIn(field, node.value);
    if (control === undefined) checkValue(node, report);
    else reportControl(node, control, report);
  },
};

/** Returns a control character that can't be meant, such as a line break in a path, or the tab in `C:\tools`. */
function controlIn(field: ExpandableString['field'], value: string): string | undefined {
  if (field === 'command' || field === 'cwd') return /\p{Cc}/u.exec(value)?.[0];
  if (field === 'headers') return value.startsWith('!') ? undefined : /(?!\t)\p{Cc}/u.exec(value.trim())?.[0];
  return /(?:^|=)[A-Za-z]:(\p{Cc})\w/u.exec(value)?.[1];
}

function reportControl(node: StringNode, control: string, report: Report): void {
  if (!/(?:^|=)[A-Za-z]:[\p{Cc}\\]/u.test(node.value)) {
    report(node, l10n.t('The value contains the control character {0}. Remove it.', codeOf(control)));
    return;
  }
  report(
    node,
    l10n.t('The path contains the control character {0}. Double the backslashes.', codeOf(control)),
    ({ text }) => {
      const better = doubleBackslashes(text.slice(node.offset, endOf(node)));
      return [preferred(l10n.t('Double the backslashes'), replace(node, better))];
    },
  );
}

/** Checks the strings outside the servers: `$schema` and the lists. */
export const invisibleAtTop: DocumentRule = {
  ...about,
  check({ top }, report) {
    const schema = top?.fields.get('$schema')?.value;
    if (schema?.type === 'string') checkValue(schema, report);
    for (const name of listNames) {
      const list = top?.fields.get(name)?.value;
      if (list?.type !== 'array') continue;
      const values = new Set(list.items.map((item) => (item.type === 'string' ? item.value : '')));
      for (const item of list.items) if (item.type === 'string') checkValue(item, report, values);
    }
  },
};

/** @param taken values that a fix must not create: the entries of the same list */
function checkValue(node: StringNode, report: Report, taken: ReadonlySet<string> = new Set()): void {
  const { value } = node;
  if (!mayBeStrange(value)) return;
  const fixes = (title: string, better: string) => (): readonly Fix[] =>
    taken.has(better) ? [] : [preferred(title, replaceString(node, better))];
  if (inQuotes.test(value)) {
    report(
      node,
      l10n.t('The curly quotes are part of the value. Remove them.'),
      fixes(l10n.t('Remove the curly quotes'), value.slice(1, -1)),
    );
    return;
  }
  const better = visibleText(value);
  if (better === value) return;
  report(
    node,
    l10n.t('The value contains the invisible character {0}. Remove it.', codeOf(value.match(strange)?.[0])),
    fixes(l10n.t('Remove the invisible characters'), better),
  );
}

/** @param map all variables; no fix is offered if the corrected name already exists */
function checkName(key: StringNode, map: JsonNode | undefined, report: Report): void {
  const better = visibleText(key.value);
  if (better === key.value) return;
  const taken = map?.type === 'object' && map.members.some((member) => member.key.value === better);
  const fixes = (): readonly Fix[] =>
    taken ? [] : [preferred(l10n.t('Remove the invisible characters'), replaceString(key, better))];
  report(
    key,
    l10n.t('The name contains the invisible character {0}. Remove it.', codeOf(key.value.match(strange)?.[0])),
    fixes,
  );
}

function codeOf(character = ''): string {
  const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase();
  return `U+${code.padStart(4, '0')}`;
}

/** Returns the text without invisible characters; a no-break space becomes a space. */
export function visibleText(text: string): string {
  return mayBeStrange(text) ? text.replace(strange, (character) => (character === '\u00a0' ? ' ' : '')) : text;
}

/** A quick check: most values are ASCII only. */
function mayBeStrange(text: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the whole of ASCII
  return /[^\x00-\x7f]/.test(text);
}
