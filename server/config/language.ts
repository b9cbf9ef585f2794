/** The language of all texts of the server: the editor's language, or English. */
import * as l10n from '@vscode/l10n';
import { maskArguments } from '../../common/text/mask-secrets.ts';
import { splitCommandLine } from './shell-words.ts';

/** Translations by English text; undefined if the language has none. */
export type Translations = Readonly<Record<string, string>> | undefined;

/** The current language as a BCP 47 tag. */
let current = 'en-US';

/** Switches to a language; to English without translations. Rule codes and documentation stay English. */
export function useLanguage(locale: string, translations: Translations): void {
  current = translations === undefined ? 'en-US' : locale;
  l10n.config({ contents: { ...translations } });
}

/** Returns the current language, as a part of keys. */
export const currentLanguage = (): string => current;

/** Maximum length of quoted text in a message. */
const quoteLimit = 60;

/** Quotes a name from a file for a message: escapes control characters and truncates long text. */
export function quote(text: string): string {
  const cut = text.length > quoteLimit ? `${text.slice(0, quoteLimit)}…` : text;
  return JSON.stringify(cut);
}

/** Quotes a value from a file for a message, with its secrets masked. The value may be a URL or a command line. */
export function quoteValue(value: string): string {
  const words = splitCommandLine(value) ?? [value];
  const masked = maskArguments(words);
  return quote(masked.every((word, index) => word === words[index]) ? value : masked.join(' '));
}

/** "a", "a or b", "a, b, or c". */
export const orList = (words: readonly string[]): string =>
  listOf(words, {
    pair: (first, last) => l10n.t('{0} or {1}', first, last),
    last: (others, last) => l10n.t('{0}, or {1}', others, last),
  });

/** "a", "a and b", "a, b, and c". */
export const andList = (words: readonly string[]): string =>
  listOf(words, {
    pair: (first, last) => l10n.t('{0} and {1}', first, last),
    last: (others, last) => l10n.t('{0}, and {1}', others, last),
  });

interface ListTexts {
  readonly pair: (first: string, last: string) => string;
  readonly last: (others: string, last: string) => string;
}

/** By templates, because creating an `Intl.ListFormat` takes longer than the rest of a report. */
function listOf(words: readonly string[], texts: ListTexts): string {
  const [first = '', second, ...more] = words;
  if (second === undefined) return first;
  const last = more.pop();
  if (last === undefined) return texts.pair(first, second);
  return texts.last(
    [second, ...more].reduce((list, word) => l10n.t('{0}, {1}', list, word), first),
    last,
  );
}
