/** The language of all texts of the server: the editor's language, or English. */
import * as l10n from '@vscode/l10n';
import { maskArguments } from '../../common/mask-secrets.ts';
import { remembered } from '../../common/remembered.ts';
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
export function orList(words: readonly string[]): string {
  return listFormat('disjunction').format(words);
}

/** "a", "a and b", "a, b, and c". */
export function andList(words: readonly string[]): string {
  return listFormat('conjunction').format(words);
}

const listFormats = new Map<string, Intl.ListFormat>();

/** Cached, because formats are slow to create. */
function listFormat(type: 'conjunction' | 'disjunction'): Intl.ListFormat {
  return remembered(listFormats, `${type} ${current}`, () => new Intl.ListFormat(current, { type }));
}
