/** Writes every string of the code into l10n/bundle.l10n.json, for translators. Usage: `npm run l10n`. */
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { getL10nJson } from '@vscode/l10n-dev';
import { root } from './lib/run.ts';

const files = globSync('src/**/*.ts', { cwd: root }).filter((file) => !file.includes('generated'));
const bundle = await getL10nJson(
  files.map((file) => ({ extension: '.ts' as const, contents: readFileSync(path.join(root, file), 'utf8') })),
);
const sorted = Object.fromEntries(Object.entries(bundle).sort(([a], [b]) => (a < b ? -1 : 1)));
writeFileSync(path.join(root, 'l10n/bundle.l10n.json'), `${JSON.stringify(sorted, null, 2)}\n`);
