/**
 * Writes the files generated from the language server's rules: docs/rules.md, and the rule codes in package.json that
 * the setting `switchyard.config.rules` and `.mcp-config.json` accept. Usage: `npm run rules-doc`.
 */
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { generate } from './generate.ts';
import { root } from './lib/repository.ts';
import { run } from './lib/run.ts';

await generate();
// The rules import the generated tables.
const { allRules, rulesDoc } = await import('../server/rules/rules-doc.ts');

await writeFile(path.join(root, 'docs/rules.md'), rulesDoc());

// The lines of the rules in that page.
await generate();

const codes = allRules.map(({ code }) => code);
await rewrite('package.json', (manifest) => {
  for (const { properties } of manifest.contributes.configuration)
    if ('switchyard.config.rules' in properties) properties['switchyard.config.rules'].propertyNames.enum = codes;
});
await rewrite('schemas/mcp-config.schema.json', (schema) => {
  schema.properties.rules.propertyNames.enum = codes;
});
await run('biome', ['format', '--write', 'schemas/mcp-config.schema.json']);

// biome-ignore lint/suspicious/noExplicitAny: a file of ours, whose shape its own tests hold
async function rewrite(name: string, change: (content: any) => void): Promise<void> {
  const file = path.join(root, name);
  const content = JSON.parse(await readFile(file, 'utf8'));
  change(content);
  await writeFile(file, `${JSON.stringify(content, null, 2)}\n`);
}
