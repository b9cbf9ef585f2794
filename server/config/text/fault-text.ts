/** What is wrong with a text that isn't strict JSON, in words. */
import * as l10n from '@vscode/l10n';
import { codePointName } from '../../../common/text/invisible-characters.ts';
import { maskNamed } from '../../../common/text/mask-secrets.ts';
import { quote } from '../language.ts';
import type { Fault, FaultKind } from './fault.ts';
import type { Span } from './json.ts';

type WrittenFault = Pick<Fault, 'kind' | 'offset' | 'length'>;

/** Returns what is wrong and the remedy, without the period at the end. */
export const faultText = (text: string, fault: WrittenFault): string =>
  sentenceOf(text, fault)(faultyText(text, fault));

/** True for the dots with which documentation leaves something out. */
export const isEllipsis = (word: string): boolean => /^(?:\.{2,}|\u2026),?$/.test(word);

const sentenceOf = (text: string, { kind, offset, length }: WrittenFault): ((faulty: string) => string) =>
  length <= 10 && isEllipsis(text.slice(offset, offset + length))
    ? (faulty) => l10n.t('{0} stands for something left out. Write the rest, or remove it', faulty)
    : sentences[kind];

/** Returns the same in two parts. @returns `remedy` undefined if the problem has none */
export function faultParts(
  text: string,
  fault: WrittenFault,
): { readonly problem: string; readonly remedy: string | undefined } {
  const faulty = faultyText(text, fault);
  // The faulty text may contain the separator.
  const whole = sentenceOf(text, fault)(faulty).replace(faulty, placeholder);
  const [problem = '', ...remedy] = whole.split('. ');
  const filled = (part: string): string => part.replace(placeholder, () => faulty);
  return { problem: filled(problem), remedy: remedy.length === 0 ? undefined : filled(remedy.join('. ')) };
}

const placeholder = '\u0001';

/** Returns the faulty text for messages and titles; masked if it's a secret, as the name before it may indicate. */
export function shownText(text: string, { offset, length }: Span): string {
  const written = text.slice(offset, offset + Math.min(length, 100));
  const before = text.slice(Math.max(0, offset - 100), offset);
  // Backtracking is bounded: 100 characters.
  const [, name = ''] = /([\w.-]+)["']?[\s:,=]*(?:(?:bearer|basic|token)\s+)?$/i.exec(before) ?? [];
  const [, start = '', word = '', end = ''] = /^("?)(.*?)("?)$/s.exec(written) ?? [];
  return start + maskNamed(name, word) + end;
}

/** Typographic double quotes, as word processors and web pages write them. */
export const curlyQuote = /[\u201c-\u201f]/;

/** True for `key:` instead of the top-level object. Reported once, regardless of the faults on the lines after it. */
export function isYamlText(text: string, first: Fault): boolean {
  if (first.kind !== 'bad-value' && first.kind !== 'bad-number') return false;
  const start = text.slice(0, first.offset).replace(/#[^\r\n]*/g, '');
  return (
    start.trim() === '' && /^(?:---[ \t]*\r?\n|#[^\r\n]*\r?\n|\s)*[\w$.-]+[ \t]*:(?:\s|$)/.test(text.slice(0, 2000))
  );
}

/** True for a table of TOML, as Codex has it. */
export const isTomlText = (text: string): boolean => /^\s*\[\[?mcp_servers\b/.test(text);

/** True for a word in typographic quotes, or for a part of quoted text that contains blanks. */
export function isCurly(text: string, { offset, length }: Span): boolean {
  return curlyQuote.test(text[offset] ?? '') || curlyQuote.test(text[offset + length - 1] ?? '');
}

/** Returns the faulty text in double quotes, with secrets masked; a JSON string keeps its own quotes. */
function faultyText(text: string, fault: WrittenFault): string {
  if (fault.kind === 'odd-space') return `"${text.charAt(fault.offset)}"`;
  const written = shownText(text, fault);
  return /^"[^"\\\p{Cc}]{1,60}"$/u.test(written) ? written : quote(written);
}

function oddSpaceMessage(quoted: string): string {
  const character = quoted.slice(1, -1);
  const name = codePointName(character);
  if (character === '\u00a0')
    return l10n.t("JSON doesn't allow no-break spaces ({0}) between values. Use spaces", name);
  if (character === '\ufeff') return l10n.t("JSON doesn't allow a byte order mark ({0}) here. Remove it", name);
  return l10n.t("JSON doesn't allow the character {0} between values. Use spaces", name);
}

const sentences: Readonly<Record<FaultKind, (text: string) => string>> = {
  empty: () => l10n.t('The file is empty. Write at least {}'),
  binary: () => l10n.t('The file contains a NUL character, so it may be UTF-16. Save it as UTF-8 text'),
  'byte-order-mark': () => l10n.t('The file starts with a byte order mark (BOM). Save it as UTF-8 without BOM'),
  comment: () => l10n.t("JSON doesn't allow comments. Remove the comment"),
  'trailing-comma': () => l10n.t("JSON doesn't allow trailing commas. Remove the comma"),
  unclosed: (text) => (text === '"["' ? l10n.t('Missing closing bracket "]"') : l10n.t('Missing closing brace "}"')),
  'unterminated-string': () => l10n.t('Missing closing quote'),
  'missing-comma': (text) => l10n.t('Missing comma before {0}', text),
  'missing-colon': (text) => l10n.t('Missing colon after {0}', text),
  'missing-value': (text) =>
    text === '","' ? l10n.t('Unexpected comma. Remove it') : l10n.t('Missing value after {0}', text),
  'bad-key': () => l10n.t('Property names must be in double quotes'),
  'bad-value': (text) =>
    l10n.t('Invalid value {0}. Use a string in double quotes, a number, true, false, or null', text),
  'bad-number': (text) => l10n.t('Invalid number {0}. Use a format such as 3000 or 0.5', text),
  'bad-string': () => l10n.t('Invalid escape or control character in string. Use \\\\ for a backslash'),
  'single-quotes': () => l10n.t('Strings must be in double quotes. Replace the single quotes'),
  unexpected: (text) => l10n.t('Unexpected {0}. Remove it', text),
  'too-deep': () => l10n.t('Values are nested too deeply to be read. Reduce the nesting'),
  'after-the-end': (text) => l10n.t('Unexpected {0} after the end of the object. Check the brackets before it', text),
  'extra-bracket': (text) =>
    text === '"}"' || text === '"]"'
      ? l10n.t('One closing bracket {0} too many. Remove it', text)
      : l10n.t('Closing brackets {0} too many. Remove them', text),
  'second-object': () => l10n.t('A second object starts here, but a file has only one. Merge the two'),
  'missing-braces': (text) => l10n.t('The braces around the property {0} are missing. Enclose the text in {…}', text),
  'odd-space': (text) => oddSpaceMessage(text),
  'markdown-fence': () => l10n.t('The text is inside a Markdown code block. Remove the lines around the object'),
  'merge-conflict': () => l10n.t('The file has an unresolved merge conflict. Resolve it and remove the markers'),
  'link-as-text': (text) =>
    l10n.t(
      'The file contains only the path {0}, as Git writes a symbolic link where links aren\'t supported. Turn on "core.symlinks" and check out the file again, or copy the content of the target',
      text,
    ),
};
