/** Factory Droid. */
import { onlyDisabled } from './source-format.ts';
import type { Tool } from './tool.ts';

export const factory: Tool = {
  id: 'factory',
  name: 'Factory Droid',
  files: [{ project: ['.factory/mcp.json'], user: ['.factory/mcp.json'] }],
  source: { serversOnly: true, keys: onlyDisabled },
};
