/**
 * Writes what follows from the rules of the language server: docs/rules.md, and in package.json the names that the
 * setting `switchyard.config.rules` takes. Usage: `npm run rules-doc`.
 */
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { generate } from './generate.ts';
import { root } from './lib/run.ts';

await generate();
// The rules need the generated tables.
const { allRules, rulesDoc } = await import('../server/rules/rules-doc.ts');

await writeFile(path.join(root, 'docs/rules.md'), rulesDoc().text);

const manifestFile = path.join(root, 'package.json');
const manifest = JSON.parse(await readFile(manifestFile, 'utf8'));
manifest.contributes.configuration.properties['switchyard.config.rules'].propertyNames.enum = allRules.map(
  ({ code }) => code,
);
await writeFile(manifestFile, `${JSON.stringify(manifest, null, 2)}\n`);
