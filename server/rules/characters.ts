/** Invisible and control characters, and curly quotes, mostly pasted from a web page or a chat. */
import * as l10n from '@vscode/l10n';
import { codePointName } from '../../common/text/invisible-characters.ts';
import type { ExpandableString } from '../config/format/expandable-strings.ts';
import { listNames } from '../config/format/format.ts';
import { endOf, type StringNode, stringValue } from '../config/text/json.ts';
import { Mark } from '../config/text/marks.ts';
import { type Fix, preferred, replace, replaceString } from '../fixes/fix.ts';
import { doubleBackslashes } from '../fixes/syntax-fixes.ts';
import { fileWith } from './message-text.ts';
import type { DocumentRule, Report, TextRule } from './rule.ts';

/**
 * Zero-width and bidirectional characters, soft hyphen, tags, no-break space, and typographic double quotes around the
 * whole value. Joiners (U+200C, U+200D) aren't included, because emoji and some scripts need them. So this isn't `invisibleCharacters`,
 * which is removed from texts that are only shown.
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
  on: { marks: Mark.special },
  check({ field, node, key }, { parsed }, report) {
    // Names of headers have a separate rule.
    if (field === 'env' && key !== undefined) {
      const map = parsed?.group.fields.get('env')?.value;
      const isTaken = (name: string): boolean =>
        map?.type === 'object' && map.members.some((member) => member.key.value === name);
      checkInvisible(key, nameContains, report, isTaken);
    }
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
    report(node, l10n.t('The value contains the control character {0}. Remove it.', codePointName(control)));
    return;
  }
  report(
    node,
    l10n.t('The path contains the control character {0}. Double the backslashes.', codePointName(control)),
    ({ text }) => {
      const written = text.slice(node.offset, endOf(node));
      // A control character without an escape sequence stays.
      if (/\p{Cc}/u.test(written)) return [];
      return [preferred(l10n.t('Double the backslashes'), replace(node, doubleBackslashes(written)))];
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
      const values = new Set(list.items.map((item) => stringValue(item) ?? ''));
      for (const item of list.items)
        if (item.type === 'string') checkValue(item, report, (better) => values.has(better));
    }
  },
};

/** Returns whether a fix must not create a text, because another entry has it. */
type IsTaken = (text: string) => boolean;

function checkValue(node: StringNode, report: Report, isTaken?: IsTaken): void {
  if (inQuotes.test(node.value))
    report(node, l10n.t('The curly quotes are part of the value. Remove them.'), () =>
      changeTo(node, node.value.slice(1, -1), l10n.t('Remove the curly quotes'), isTaken),
    );
  else checkInvisible(node, valueContains, report, isTaken);
}

function checkInvisible(
  node: StringNode,
  message: (character: string) => string,
  report: Report,
  isTaken?: IsTaken,
): void {
  const better = visibleText(node.value);
  if (better === node.value) return;
  report(node, message(codePointName(node.value.match(strange)?.[0] ?? '')), () =>
    changeTo(node, better, l10n.t('Remove the invisible characters'), isTaken),
  );
}

function changeTo(node: StringNode, better: string, title: string, isTaken?: IsTaken): readonly Fix[] {
  return isTaken?.(better) === true ? [] : [preferred(title, replaceString(node, better))];
}

const nameContains = (character: string): string =>
  l10n.t('The name contains the invisible character {0}. Remove it.', character);
const valueContains = (character: string): string =>
  l10n.t('The value contains the invisible character {0}. Remove it.', character);

/** Returns the text without invisible characters; a no-break space becomes a space. */
export function visibleText(text: string): string {
  return text.replace(strange, (character) => (character === '\u00a0' ? ' ' : ''));
}
