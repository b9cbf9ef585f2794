/** Trae. */
import { simpleAgent } from './simple-agent.ts';
import type { Tool } from './tool.ts';

export const trae: Tool = {
  id: 'trae',
  name: 'Trae',
  files: [{ project: ['.trae/mcp.json'] }],
  dotFolders: ['trae'],
  source: { serversOnly: true },
  agent: simpleAgent({
    isApp: true,
    version: '2026',
    readIn: 'volcengine.com/docs/86677/2137601',
    evidence: 'documentation',
    // Servers of projects have to be turned on in its settings.
    files: [{ in: 'project', path: '.trae/mcp.json', asks: true }],
  }),
};
