/** Which strings of the extension are localizable: what `l10n.t` is called with, in the host and in webviews. */
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { getL10nJson } from '@vscode/l10n-dev';
import { root } from './run.ts';

/** Every localizable string, each as key and as English text. */
export async function localizableStrings(): Promise<Record<string, string>> {
  const files = globSync('src/**/*.ts', { cwd: root }).filter((file) => !file.includes('generated'));
  const texts = files.map((file) => readFileSync(path.join(root, file), 'utf8'));
  const bundle = await getL10nJson([{ extension: '.ts', contents: asOneFile(texts) }]);
  return Object.fromEntries(
    Object.entries(bundle).map(([key, value]) => [key, typeof value === 'string' ? value : value.message]),
  );
}

/** The extractor takes 200 ms for each file and import, so it gets one file with one import. */
function asOneFile(texts: readonly string[]): string {
  const bodies = texts.filter((text) => /\bl10n\b/.test(text)).map((text) => text.replace(/^import\b[^;]*;$/gm, ''));
  return ["import { l10n } from 'vscode';", ...bodies].join('\n');
}
