/** Windsurf. */
import { onlyDisabled } from './source-format.ts';
import type { Tool } from './tool.ts';

export const windsurf: Tool = {
  id: 'windsurf',
  name: 'Windsurf',
  files: [
    {
      project: ['.windsurf/mcp_config.json'],
      user: ['.windsurf/mcp_config.json', '.codeium/windsurf/mcp_config.json'],
    },
  ],
  source: { serversOnly: true, keys: onlyDisabled },
};
