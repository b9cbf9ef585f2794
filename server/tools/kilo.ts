/** Kilo Code, which is based on OpenCode, and was based on Cline. */
import type { Tool } from './tool.ts';

export const kilo: Tool = {
  id: 'kilo',
  name: 'Kilo Code',
  files: [
    { project: ['kilo.jsonc', 'kilo.json', '.kilo/kilo.jsonc', '.kilo/kilo.json'], user: ['.config/kilo/kilo.jsonc'] },
    { format: 'cline', project: ['.kilocode/mcp.json'], user: ['.kilocode/cli/global/settings/mcp_settings.json'] },
  ],
  isLooseJson: true,
  source: { extends: 'opencode', remoteIsUntyped: true, bracedVariables: true },
};
