/** Claude Desktop. */
import { inApplications, type Tool } from './tool.ts';
import { noVariables } from './variable-facts.ts';

export const claudeDesktop: Tool = {
  id: 'claude-desktop',
  name: 'Claude Desktop',
  files: [{ user: inApplications('Claude/claude_desktop_config.json') }],
  needsAbsolutePaths: true,
  takesNoUrl: true,
  variables: noVariables,
};
