/** Writes all localizable strings of the code into l10n/, for translators. Usage: `npm run l10n`. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { localizableStrings, serverStrings } from './lib/l10n.ts';
import { root } from './lib/repository.ts';

for (const [file, strings] of [
  ['bundle.l10n.json', await localizableStrings()],
  ['server.l10n.json', await serverStrings()],
] as const) {
  const sorted = Object.fromEntries(Object.entries(strings).sort(([a], [b]) => (a < b ? -1 : 1)));
  writeFileSync(path.join(root, 'l10n', file), `${JSON.stringify(sorted, null, 2)}\n`);
}
