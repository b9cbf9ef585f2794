/** Warp. */
import type { Tool } from './tool.ts';

export const warp: Tool = {
  id: 'warp',
  name: 'Warp',
  files: [{ project: ['.warp/.mcp.json'], user: ['.warp/.mcp.json'] }],
  source: {
    serversOnly: true,
    tellingKeys: ['start_on_launch', 'working_directory'],
    keys: { working_directory: { to: 'cwd' }, start_on_launch: { lost: 'host', when: (value) => value === false } },
  },
};
