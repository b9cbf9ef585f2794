/** Kimi Code. It has no command that lists servers, so its code was read. */
import { simpleAgent } from './simple-agent.ts';
import type { Tool } from './tool.ts';
import { noVariables } from './variable-facts.ts';

const data = simpleAgent({
  version: '2.1.0',
  readIn: '@moonshot-ai/kimi-code',
  evidence: 'code',
  files: [
    // Whether it trusts the folder is in its own state.
    { in: 'project', path: '.kimi-code/mcp.json', syntax: 'json', asks: true },
    { in: 'repository', path: '.mcp.json', syntax: 'json', asks: true, dialect: 'claude-code' },
    { in: 'home', path: '.kimi-code/mcp.json', variable: 'KIMI_CODE_HOME', syntax: 'json' },
  ],
  type: 'transport',
  types: { stdio: 'stdio', http: 'http', sse: 'sse' },
  off: 'enabled',
  readsShared: 'if-used',
  check: ['/mcp'],
  command: 'kimi',
});

export const kimiCode: Tool = {
  id: 'kimi-code',
  name: 'Kimi Code',
  aliases: ['kimi'],
  files: [{ project: ['.kimi-code/mcp.json'], user: ['.kimi-code/mcp.json'] }],
  dotFolders: ['kimi-code'],
  variables: noVariables,
  source: { serversOnly: true },
  newFile: '.kimi-code/mcp.json',
  agent: data,
};
