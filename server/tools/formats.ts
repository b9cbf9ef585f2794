/** Formats that aren't the config of a tool. */
import { claudeVariables } from './claude-code.ts';
import { ohMyPiVariables } from './oh-my-pi.ts';
import { basic, remoteTyped, same } from './target-format.ts';
import type { Tool } from './tool.ts';
import { noVariables } from './variable-facts.ts';

/** The command line of Claude Code, which has no options for other fields. */
export const commandLine = {
  id: 'command',
  name: 'Command line',
  targetName: 'Command line (claude mcp add)',
  variables: claudeVariables,
  target: {
    root: 'mcpServers',
    types: remoteTyped,
    keys: basic,
    oauth: { key: 'oauth', names: same('clientId', 'callbackPort') },
  },
} satisfies Tool;

export const formats: readonly Tool[] = [
  {
    id: 'agent-plugins',
    name: 'Agent Plugins',
    formatName: 'Agent Plugins 1.0',
    schemas: [['agent-plugins.org', '/schemas/']],
    hostVariables: ['PLUGIN_ROOT', 'PLUGIN_DATA'],
    // Those that it sets itself aside.
    variables: noVariables,
    source: { serversOnly: true },
  },
  commandLine,
  {
    id: 'mcpb',
    name: 'MCP bundle',
    hostVariables: ['__dirname'],
    // The values that the user is asked for, once the description is read.
    variables: ohMyPiVariables,
    source: { keys: { platform_overrides: { lost: 'host' } } },
  },
  { id: 'registry', name: 'MCP registry', variables: ohMyPiVariables },
];
