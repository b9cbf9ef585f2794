/** Kiro. */

import { simpleAgent } from './simple-agent.ts';
import { onlyDisabled } from './source-format.ts';
import type { Tool } from './tool.ts';

export const kiro: Tool = {
  id: 'kiro',
  name: 'Kiro',
  files: [{ project: ['.kiro/settings/mcp.json', 'kiro_power/mcp.json'], user: ['.kiro/settings/mcp.json'] }],
  serverKeys: { disabled: { remedy: 'opposite', isShared: true }, autoApprove: { remedy: 'remove', isShared: true } },
  dotFolders: ['kiro'],
  variables: { forms: ['braces'], isOpen: true },
  source: { serversOnly: true, keys: onlyDisabled },
  agent: simpleAgent({
    isApp: true,
    version: '1.0',
    readIn: 'kiro.dev/docs/mcp/configuration',
    evidence: 'documentation',
    files: [
      { in: 'project', path: '.kiro/settings/mcp.json', dialect: 'kiro' },
      { in: 'home', path: '.kiro/settings/mcp.json', dialect: 'kiro' },
    ],
    off: 'disabled',
    command: 'kiro-cli',
  }),
};
