/** Qwen Code, which is based on Gemini CLI. */
import type { Tool } from './tool.ts';

export const qwenCode: Tool = {
  id: 'qwen-code',
  name: 'Qwen Code',
  aliases: ['qwen'],
  files: [{ project: ['.qwen/settings.json'], user: ['.qwen/settings.json'] }],
  source: {
    extends: 'gemini-cli',
    defaultRemoteType: 'sse',
    bareVariables: 'anywhere',
    serverFilter: 'globs',
    keys: { discoveryTimeoutMs: { like: 'startup_timeout_ms' }, versionNegotiation: { lost: 'host' } },
  },
};
