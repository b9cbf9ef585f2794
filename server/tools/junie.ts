/** Junie. */
import { simpleAgent } from './simple-agent.ts';
import type { Tool } from './tool.ts';

export const junie: Tool = {
  id: 'junie',
  name: 'Junie',
  files: [{ project: ['.junie/mcp/mcp.json'], user: ['.junie/mcp/mcp.json'] }],
  dotFolders: ['junie'],
  source: { serversOnly: true },
  agent: simpleAgent({
    isApp: true,
    version: '2026',
    readIn: 'jetbrains.com/help/junie/model-context-protocol-mcp.html',
    evidence: 'documentation',
    files: [
      { in: 'project', path: '.junie/mcp/mcp.json', dialect: 'junie', evidence: 'discussion' },
      { in: 'home', path: '.junie/mcp/mcp.json', dialect: 'junie', evidence: 'discussion' },
    ],
    command: 'junie',
  }),
};
