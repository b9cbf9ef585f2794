/** Formats that aren't the config of a tool. */
import { basic, remoteTyped, same } from './target-format.ts';
import type { Tool } from './tool.ts';

/** The command line of Claude Code, which has no options for other fields. */
export const commandLine = {
  id: 'command',
  name: 'Command line',
  targetName: 'Command line (claude mcp add)',
  target: {
    root: 'mcpServers',
    types: remoteTyped,
    keys: basic,
    oauth: { key: 'oauth', names: same('clientId', 'callbackPort') },
    variables: 'own',
  },
} satisfies Tool;

export const formats: readonly Tool[] = [
  {
    id: 'agent-plugins',
    name: 'Agent Plugins',
    formatName: 'Agent Plugins 1.0',
    schemas: [['agent-plugins.org', '/schemas/']],
    hostVariables: ['PLUGIN_ROOT', 'PLUGIN_DATA'],
    source: { serversOnly: true },
  },
  commandLine,
  {
    id: 'mcpb',
    name: 'MCP bundle',
    hostVariables: ['__dirname'],
    source: { keys: { platform_overrides: { lost: 'host' } } },
  },
  { id: 'registry', name: 'MCP registry' },
];
