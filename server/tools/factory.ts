/** Factory Droid. */
import { onlyDisabled } from './source-format.ts';
import type { Tool } from './tool.ts';

export const factory: Tool = {
  id: 'factory',
  name: 'Factory Droid',
  files: [{ project: ['.factory/mcp.json'], user: ['.factory/mcp.json'] }],
  dotFolders: ['factory'],
  adds: {
    program: 'droid',
    format: 'command',
    isOneWord: true,
    valued: { '--env': 'env', '-e': 'env', '--header': 'header', '-H': 'header', '--type': 'transport' },
  },
  source: { serversOnly: true, keys: onlyDisabled },
};
