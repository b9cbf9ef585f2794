/** OpenCode, and Kilo Code, which is based on it. */
import { onlyDisabled, startup } from '../common-keys.ts';
import { objectOr, renameTo } from '../key-converter.ts';
import { basic, same } from '../target-format.ts';
import type { ToolFormat } from '../tool-format.ts';

/** Converts a timeout of OpenCode: a number, or an object with `startup` and `request`. */
const timeouts = objectOr(renameTo('timeout'), { request: renameTo('timeout'), startup });

export const opencode: ToolFormat = {
  remoteIsUntyped: true,
  bracedVariables: true,
  timeout: { path: ['mcp', 'timeout'], key: 'timeout' },
  // Version 1 has no `disabled`, and version 2 no `enabled`.
  keys: { ...onlyDisabled, timeout: timeouts },
  target: {
    root: 'mcp',
    types: { stdio: 'local', http: 'remote', sse: 'remote' },
    untyped: 'address',
    keys: { ...basic, env: 'environment' },
    commandList: true,
    timeout: { key: 'timeout', unit: 'ms', least: 1 },
    enabled: true,
    oauth: { key: 'oauth', names: same('clientId', 'clientSecret', 'scope', 'callbackPort', 'redirectUri') },
    variables: 'braces',
  },
};

export const kilo: ToolFormat = { extends: 'opencode', remoteIsUntyped: true, bracedVariables: true };
