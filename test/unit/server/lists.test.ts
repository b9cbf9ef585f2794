import { readFileSync } from 'node:fs';
import { afterAll, describe, expect, it } from 'vitest';
import { andList, orList, useLanguage } from '../../../server/config/language.ts';

const languages = ['en', 'de', 'zh-cn'] as const;
const translationsOf = (language: string) =>
  JSON.parse(readFileSync(new URL(`../../../l10n/server.l10n.${language}.json`, import.meta.url), 'utf8'));

describe.each(languages)('a list in the language %s', (language) => {
  afterAll(() => useLanguage('en', undefined));

  it.each([0, 1, 2, 3, 5])('of %i words reads as Unicode’s locale data has it', (length) => {
    useLanguage(language, language === 'en' ? undefined : translationsOf(language));
    const words = Array.from({ length }, (_, index) => `w${index}`);
    const locale = language === 'en' ? 'en-US' : language;
    expect(andList(words)).toBe(new Intl.ListFormat(locale, { type: 'conjunction' }).format(words));
    expect(orList(words)).toBe(new Intl.ListFormat(locale, { type: 'disjunction' }).format(words));
  });
});
