/** Claude Code: its files, and the command lines that add servers to it. */
import { reservedByClaudeCode } from '../../config/reserved-names.ts';
import { basic, remoteTyped, same, type TargetTraits } from '../target-format.ts';
import type { ToolFormat } from '../tool-format.ts';

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
