/**
 * True for a file in the folder of a tool. Another one can be the config of a client in this project, or an example, so it is
 * mentioned only to who asks for a server in it.
 */
export const isInToolFolder = (path: string): boolean =>
  /^(?:~\/)?\.[^/]+\//.test(path) && !path.endsWith('claude_desktop_config.json');

/** Files of a project in which people put servers, and from which no agent that is known takes any. */
export const unreadByAll: readonly string[] = [
  '.agents/mcp.json',
  '.agents/.mcp.json',
  '.ai/mcp.json',
  '.mcp/config.json',
  '.mcp/mcp.json',
  '.mcp/servers.json',
  '.config/mcp.json',
  'config/mcp.json',
  'mcp_config.json',
  'mcp-config.json',
  'mcp_settings.json',
  'mcp-servers.json',
  'mcp_servers.json',
];
