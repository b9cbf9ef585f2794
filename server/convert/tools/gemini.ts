/** Gemini CLI, and Qwen Code, which is based on it. */
import { address, after, startup, unsupported } from '../common-keys.ts';
import { basic, remoteTyped, same } from '../target-format.ts';
import type { ToolFormat } from '../tool-format.ts';

export const gemini: ToolFormat = {
  bareVariables: 'anywhere',
  serverFilter: 'names',
  keys: { url: after('httpUrl', address) },
  target: {
    root: 'mcpServers',
    types: remoteTyped,
    keys: { ...basic, cwd: 'cwd' },
    timeout: { key: 'timeout', unit: 'ms', least: 1 },
    excluded: ['mcp', 'excluded'],
    oauth: {
      key: 'oauth',
      names: { ...same('clientId', 'clientSecret', 'redirectUri'), scope: 'scopes' },
      scopeList: true,
      fixed: { enabled: true },
    },
    variables: 'own',
    bareVariables: true,
  },
};

export const qwen: ToolFormat = {
  extends: 'gemini',
  defaultRemoteType: 'sse',
  bareVariables: 'anywhere',
  serverFilter: 'globs',
  keys: { discoveryTimeoutMs: startup, versionNegotiation: unsupported('host') },
};
