/** Oh My Pi. Which servers it uses is code, because it merges the files of all others. */
import type { Tool } from './tool.ts';

export const ohMyPi: Tool = {
  id: 'oh-my-pi',
  name: 'Oh My Pi',
  aliases: ['agent'],
  hostVariables: ['OMP_PLUGIN_ROOT'],
  newFile: '.omp/mcp.json',
  source: { serversOnly: true },
};
