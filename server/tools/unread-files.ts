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
