/** LM Studio. */
import type { Tool } from './tool.ts';

export const lmStudio: Tool = {
  id: 'lm-studio',
  name: 'LM Studio',
  files: [{ user: ['.lmstudio/mcp.json'] }],
  dotFolders: ['lmstudio'],
  source: { extends: 'cursor', serversOnly: true },
};
