/**
 * Writes the files generated from the facts about agents: docs/agents.md, and the lists of agents in package.json and
 * `.mcp-config.json`. Usage: `npm run agents-doc`.
 */
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { generate } from './generate.ts';
import { root } from './lib/repository.ts';
import { rewriteJson } from './lib/rewrite-json.ts';

await generate();
// The facts import the generated tables.
const { agentsPage } = await import('./lib/agents-page.ts');
const { agentIds } = await import('../common/messages/agents.ts');

await writeFile(path.join(root, 'docs/agents.md'), agentsPage());
await rewriteJson('package.json', (manifest) => {
  for (const { inputSchema } of manifest.contributes.languageModelTools)
    if (inputSchema.properties.agent?.enum !== undefined) inputSchema.properties.agent.enum = agentIds;
});
await rewriteJson('schemas/mcp-config.schema.json', (schema) => {
  schema.properties.readers.items.enum = agentIds;
});
