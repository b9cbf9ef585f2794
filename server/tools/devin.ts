/** Devin. */
import type { Tool } from './tool.ts';

export const devin: Tool = {
  id: 'devin',
  name: 'Devin',
  files: [{ user: ['.config/devin/mcp_config.json', 'AppData/Roaming/devin/mcp_config.json'] }],
  source: { serversOnly: true },
};
