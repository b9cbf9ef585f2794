/** Antigravity. */
import * as l10n from '@vscode/l10n';
import type { Tool } from './tool.ts';

export const antigravity: Tool = {
  id: 'antigravity',
  name: 'Antigravity',
  files: [
    {
      project: ['.agents', '.agent', '_agents', '_agent'].map((folder) => `${folder}/mcp_config.json`),
      user: ['.gemini/antigravity/mcp_config.json', '.gemini/config/mcp_config.json'],
    },
  ],
  serverKeys: { serverUrl: { remedy: 'address', isShared: true } },
  dotFolders: ['agent', 'agents'],
  variables: { forms: ['braces'], isOpen: true },
  source: {
    serversOnly: true,
    addressFirst: true,
    keys: {
      clientId: { to: 'clientId', in: 'oauth' },
      clientSecret: { to: 'clientSecret', in: 'oauth' },
      enabled: { lost: () => l10n.t('Antigravity ignores this property. It uses "disabled".'), when: () => true },
    },
  },
};
