/** Visual Studio. Its solution is taken to be in the root of the project. */
import { simpleAgent } from './simple-agent.ts';
import type { Tool } from './tool.ts';

const servers = { root: ['servers'], dialect: 'vscode' } as const;

export const visualStudio: Tool = {
  id: 'visual-studio',
  name: 'Visual Studio',
  files: [{ format: 'vscode', project: ['.vs/mcp.json'] }],
  agent: simpleAgent({
    isApp: true,
    version: '17.14',
    readIn: 'learn.microsoft.com/visualstudio/ide/mcp-servers',
    evidence: 'documentation',
    // Their order isn't documented.
    files: [
      { ...servers, in: 'project', path: '.vs/mcp.json', evidence: 'discussion' },
      { ...servers, in: 'project', path: '.mcp.json' },
      { ...servers, in: 'project', path: '.vscode/mcp.json', evidence: 'discussion' },
      { in: 'project', path: '.cursor/mcp.json', evidence: 'discussion' },
      { ...servers, in: 'home', path: '.mcp.json' },
    ],
    traces: ['.vs'],
  }),
};
