/** Roo Code, whose format is that of Cline. */
import { simpleAgent } from './simple-agent.ts';
import { inApplications, type Tool } from './tool.ts';

export const rooCode: Tool = {
  id: 'roo-code',
  name: 'Roo Code',
  aliases: ['roo'],
  variables: { forms: ['env'], isOpen: true, unset: 'empty' },
  agent: simpleAgent({
    version: '3',
    readIn: 'docs.roocode.com/features/mcp/using-mcp-in-roo',
    evidence: 'documentation',
    files: [
      { in: 'project', path: '.roo/mcp.json', dialect: 'cline' },
      ...inApplications('Code/User/globalStorage/rooveterinaryinc.roo-cline/settings/mcp_settings.json').map(
        (path) => ({ in: 'home', path, dialect: 'cline' }) as const,
      ),
    ],
    off: 'disabled',
  }),
};
