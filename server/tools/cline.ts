/** Cline, and the tools that have taken over its format. */
import * as l10n from '@vscode/l10n';
import { onlyDisabled } from './source-format.ts';
import { inApplications, type Tool } from './tool.ts';

export const cline: Tool = {
  id: 'cline',
  name: 'Cline',
  files: [
    {
      user: [
        ...inApplications('Code/User/globalStorage/saoudrizwan.claude-dev/settings/cline_mcp_settings.json'),
        '.cline/data/settings/cline_mcp_settings.json',
      ],
    },
    {
      product: 'Roo Code',
      project: ['.roo/mcp.json'],
      user: inApplications('Code/User/globalStorage/rooveterinaryinc.roo-cline/settings/mcp_settings.json'),
    },
  ],
  serverKeys: {
    disabled: { remedy: 'opposite', products: ['Cline', 'Roo Code'], isShared: true },
    alwaysAllow: { remedy: 'remove', products: ['Roo Code'] },
    autoApprove: 'remove',
    transportType: 'use:type',
  },
  variables: { forms: ['env'], isOpen: true },
  source: {
    serversOnly: true,
    defaultRemoteType: 'sse',
    keys: {
      ...onlyDisabled,
      timeout: {
        like: 'tool_timeout_sec',
        // Kiro could have written such files too.
        ifGuessed: () => l10n.t('Read as seconds, as in files of Cline. In files of Kiro, it would be milliseconds.'),
      },
      metadata: { lost: 'notes' },
    },
  },
};
