/** Which strings of the extension are localizable: what `l10n.t` is called with, in the host and in webviews. */
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { getL10nJson } from '@vscode/l10n-dev';
import { root } from './run.ts';

/** Every localizable string, each as key and as English text. */
export async function localizableStrings(): Promise<Record<string, string>> {
  const files = globSync('src/**/*.ts', { cwd: root }).filter((file) => !file.includes('generated'));
  const texts = files.map((file) => readFileSync(path.join(root, file), 'utf8'));
  const bundle = await getL10nJson(
    // The parser is slow, so files without strings don't reach it.
    texts.filter((contents) => /\bl10n\b/.test(contents)).map((contents) => ({ extension: '.ts' as const, contents })),
  );
  return Object.fromEntries(
    Object.entries(bundle).map(([key, value]) => [key, typeof value === 'string' ? value : value.message]),
  );
}
