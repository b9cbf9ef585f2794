/** Writes docs/rules.md from the rules of the language server. Usage: `npm run rules-doc`. */
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { generate } from './generate.ts';
import { root } from './lib/run.ts';

await generate();
// The rules need the generated tables.
const { rulesPage } = await import('../server/rules/page.ts');
await writeFile(path.join(root, 'docs/rules.md'), rulesPage().text);
