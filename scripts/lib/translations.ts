/** The translations of package.json (`package.nls.*.json`) and of the code (`l10n/`). */
import { globSync } from 'node:fs';
import { readText, root } from './repository.ts';

/** Translations by English text, or by key for package.json. */
export type Texts = Readonly<Record<string, string>>;

export const readTexts = (file: string): Texts => JSON.parse(readText(file));

/** Returns the English texts of each bundle by its path without extension. */
export const translationBundles = () => ({
  'package.nls': readTexts('package.nls.json'),
  'l10n/bundle.l10n': readTexts('l10n/bundle.l10n.json'),
  'l10n/server.l10n': readTexts('l10n/server.l10n.json'),
});

/** Returns the languages that have translations. */
export function languages(): readonly string[] {
  const files = globSync(['package.nls.*.json', 'l10n/{bundle,server}.l10n.*.json'], { cwd: root });
  return [...new Set(files.map((file) => /\.(?:nls|l10n)\.([\w-]+)\.json$/.exec(file)?.[1] ?? file))].sort();
}

/** Returns the texts of a translation that are missing, and those that English no longer has. */
export function translationProblems(english: Texts, translated: Texts): readonly string[] {
  const missing = Object.keys(english).filter((key) => (translated[key] ?? '').trim() === '');
  const stale = Object.keys(translated).filter((key) => english[key] === undefined);
  return [...missing.map((key) => `missing: ${key}`), ...stale.map((key) => `not in English: ${key}`)];
}
