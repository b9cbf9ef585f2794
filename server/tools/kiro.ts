/** Kiro. */
import { onlyDisabled } from './source-format.ts';
import type { Tool } from './tool.ts';

export const kiro: Tool = {
  id: 'kiro',
  name: 'Kiro',
  files: [{ project: ['.kiro/settings/mcp.json', 'kiro_power/mcp.json'], user: ['.kiro/settings/mcp.json'] }],
  source: { serversOnly: true, keys: onlyDisabled },
};
