/** Amp. */
import type { Tool } from './tool.ts';

export const amp: Tool = {
  id: 'amp',
  name: 'Amp',
  files: [
    {
      project: ['.amp/settings.json', '.amp/settings.jsonc'],
      user: ['.config/amp/settings.json', '.config/amp/settings.jsonc'],
    },
  ],
  topKeys: { 'amp.mcpServers': 'same:mcpServers' },
  adds: { program: 'amp', valued: { '--env': 'env', '--header': 'header' }, flags: ['--workspace'] },
  isLooseJson: true,
};
