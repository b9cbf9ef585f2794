/** Amp. */
import { simpleAgent } from './simple-agent.ts';
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
  agent: simpleAgent({
    version: '2026',
    readIn: 'ampcode.com/manual',
    evidence: 'documentation',
    files: [
      // Those of a workspace need its approval.
      ...['.amp/settings.json', '.amp/settings.jsonc'].map(
        (path) => ({ in: 'project', path, root: ['amp.mcpServers'], dialect: 'amp', asks: true }) as const,
      ),
      ...['.config/amp/settings.json', '.config/amp/settings.jsonc'].map(
        (path) => ({ in: 'home', path, root: ['amp.mcpServers'], dialect: 'amp' }) as const,
      ),
    ],
    check: ['amp mcp list'],
    command: 'amp',
  }),
};
