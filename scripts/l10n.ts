/** Writes every string of the code into l10n/bundle.l10n.json, for translators. Usage: `npm run l10n`. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { localizableStrings } from './lib/l10n.ts';
import { root } from './lib/run.ts';

const strings = Object.entries(await localizableStrings());
const sorted = Object.fromEntries(strings.sort(([a], [b]) => (a < b ? -1 : 1)));
writeFileSync(path.join(root, 'l10n/bundle.l10n.json'), `${JSON.stringify(sorted, null, 2)}\n`);
