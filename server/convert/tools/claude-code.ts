/** Claude Code: its files, and the command lines that add servers to it. */
import { basic, remoteTyped, same, type TargetTraits } from '../target-format.ts';
import type { ToolFormat } from '../tool-format.ts';

/** Names that Claude Code reserves for its own servers. It skips others with such a name. */
const reservedByClaudeCode = [
  ...['workspace', 'Claude Preview', 'Claude Browser', 'claude-in-chrome', 'Claude in Chrome', 'computer-use'],
  ...['claude-device', 'hearthbot', 'remote-devices', 'claude_ai', 'ccr-email', 'webagent', 'claude-code-remote'],
];

export const claudeCode: ToolFormat = {
  target: {
    root: 'mcpServers',
    types: remoteTyped,
    keys: basic,
    timeout: { key: 'timeout', unit: 'ms', least: 1000 },
    oauth: { key: 'oauth', names: { ...same('clientId', 'callbackPort'), scope: 'scopes' } },
    variables: 'own',
    reserved: reservedByClaudeCode,
  },
};

/** A command line has no options for other fields. */
export const commandTarget: TargetTraits = {
  root: 'mcpServers',
  types: remoteTyped,
  keys: basic,
  oauth: { key: 'oauth', names: same('clientId', 'callbackPort') },
  variables: 'own',
  reserved: reservedByClaudeCode,
};
