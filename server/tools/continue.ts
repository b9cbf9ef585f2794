/** Continue. */
import type { Tool } from './tool.ts';

export const continueDev: Tool = {
  id: 'continue',
  name: 'Continue',
  files: [
    {
      project: ['.continue/config.yaml', '.continue/mcpServers/mcp.json'],
      user: ['.continue/config.yaml', '.continue/mcpServers/mcp.json'],
      folders: ['.continue/mcpServers'],
    },
  ],
  variables: { forms: ['braces'], isOpen: true },
  dotFolders: ['continue'],
};
