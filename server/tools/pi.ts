/** Pi. */
import type { Tool } from './tool.ts';

export const pi: Tool = {
  id: 'pi',
  name: 'Pi',
  files: [{ project: ['.pi/mcp.json'], user: ['.pi/agent/mcp.json', 'dot_pi/agent/mcp.json'] }],
  dotFolders: ['pi'],
  source: {
    serversOnly: true,
    defaultRemoteType: 'http',
    tellingKeys: ['exposure'],
    keys: {
      bearerTokenEnv: { like: 'bearer_token_env_var' },
      timeout: { like: 'tool_timeout_sec' },
      exposure: { lost: 'host' },
    },
  },
};
