/** Qwen Code, which is based on Gemini CLI. */
import { addOptions } from './gemini-cli.ts';
import type { Tool } from './tool.ts';

export const qwenCode: Tool = {
  id: 'qwen-code',
  name: 'Qwen Code',
  aliases: ['qwen'],
  files: [{ project: ['.qwen/settings.json'], user: ['.qwen/settings.json'] }],
  adds: { program: 'qwen', ...addOptions, acceptsJson: true },
  source: {
    extends: 'gemini-cli',
    defaultRemoteType: 'sse',
    bareVariables: 'anywhere',
    serverFilter: 'globs',
    tellingKeys: ['discoveryTimeoutMs', 'versionNegotiation'],
    keys: { discoveryTimeoutMs: { like: 'startup_timeout_ms' }, versionNegotiation: { lost: 'host' } },
  },
};
