/** Windsurf. */

import { simpleAgent } from './simple-agent.ts';
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
  serverKeys: { disabled: { remedy: 'opposite', isShared: true }, serverUrl: 'address' },
  movable: { path: '.windsurf/mcp_config.json', root: ['mcpServers'] },
  dotFolders: ['codeium', 'windsurf'],
  variables: { forms: ['env'], isOpen: true },
  source: { serversOnly: true, keys: onlyDisabled },
  agent: simpleAgent({
    isApp: true,
    version: '2026',
    readIn: 'docs.windsurf.com/windsurf/cascade/mcp',
    evidence: 'documentation',
    files: [{ in: 'home', path: '.codeium/windsurf/mcp_config.json', dialect: 'windsurf' }],
    urls: { serverUrl: 'http', url: 'http' },
    off: 'disabled',
  }),
};
