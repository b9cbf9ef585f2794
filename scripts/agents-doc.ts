/** Writes docs/agents.md, which is generated from the facts about agents. Usage: `npm run agents-doc`. */
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { generate } from './generate.ts';
import { root } from './lib/repository.ts';

await generate();
// The facts import the generated tables.
const { agentsPage } = await import('./lib/agents-page.ts');

await writeFile(path.join(root, 'docs/agents.md'), agentsPage());
