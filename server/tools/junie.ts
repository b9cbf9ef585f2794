/** Junie. */
import type { Tool } from './tool.ts';

export const junie: Tool = {
  id: 'junie',
  name: 'Junie',
  files: [{ project: ['.junie/mcp/mcp.json'], user: ['.junie/mcp/mcp.json'] }],
  dotFolders: ['junie'],
  source: { serversOnly: true, noVariables: true },
};
