/** Oh My Pi. Which servers it uses is code, because it merges the files of all others. */
import type { Tool } from './tool.ts';
import type { VariableFacts } from './variable-facts.ts';

export const ohMyPiVariables: VariableFacts = {
  forms: ['braces', 'default'],
  tilde: [],
  in: ['command', 'args', 'env', 'cwd', 'url', 'headers', 'auth', 'oauth'],
};

export const ohMyPi: Tool = {
  id: 'oh-my-pi',
  name: 'Oh My Pi',
  aliases: ['agent'],
  hostVariables: ['OMP_PLUGIN_ROOT'],
  variables: ohMyPiVariables,
  newFile: '.omp/mcp.json',
  source: { serversOnly: true },
};
