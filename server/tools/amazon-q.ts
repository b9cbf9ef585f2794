/** Amazon Q. */
import { onlyDisabled } from './source-format.ts';
import type { Tool } from './tool.ts';

export const amazonQ: Tool = {
  id: 'amazon-q',
  name: 'Amazon Q',
  files: [{ project: ['.amazonq/mcp.json'], user: ['.aws/amazonq/mcp.json'] }],
  dotFolders: ['amazonq', 'aws'],
  source: { serversOnly: true, keys: onlyDisabled },
};
