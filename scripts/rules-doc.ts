/**
 * Writes the files generated from the language server's rules: docs/rules.md, and the rule codes in package.json that
 * the setting `switchyard.config.rules` and `.mcp-config.json` accept. Usage: `npm run rules-doc`.
 */
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { generate } from './generate.ts';
import { root } from './lib/repository.ts';
import { rewriteJson } from './lib/rewrite-json.ts';

await generate();
// The rules import the generated tables.
const { allRules, rulesDoc } = await import('../server/rules/rules-doc.ts');

await writeFile(path.join(root, 'docs/rules.md'), rulesDoc());

// The lines of the rules in that page.
await generate();

const codes = allRules.map(({ code }) => code);
await rewriteJson('package.json', (manifest) => {
  for (const { properties } of manifest.contributes.configuration)
    if ('switchyard.config.rules' in properties) properties['switchyard.config.rules'].propertyNames.enum = codes;
});
await rewriteJson('schemas/mcp-config.schema.json', (schema) => {
  schema.properties.rules.propertyNames.enum = codes;
});
