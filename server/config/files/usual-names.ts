/** Without imports of generated code, which is generated from it. */
import { wordSet } from '../../../common/guards.ts';

/** Paths under which people put servers into the folder of a tool. */
export const usualNames: ReadonlySet<string> = wordSet(
  'mcp.json .mcp.json mcp_config.json mcp-config.json mcp_settings.json mcp_servers.json mcp-servers.json mcpServers.json servers.json settings.json settings.local.json config.json mcp.toml config.toml settings.toml mcp.jsonc copilot-mcp.json claude.json user-settings.json mcp/mcp.json mcp/config.json mcp/servers.json mcp/settings.json settings/mcp.json',
);
