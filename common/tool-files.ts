/**
 * The formats that tools keep their servers in, and where their files lie. The one list of them: the server reads it to know
 * what the agent imports and in which format a file is written, the extension to know where an import can be offered.
 */

/** A format to read from. `agent` is the agent's own, `command` a line for a terminal. */
export type Dialect =
  | 'agent'
  | 'agent-plugins'
  | 'amazon-q'
  | 'amp'
  | 'antigravity'
  | 'claude-code'
  | 'claude-desktop'
  | 'cline'
  | 'codex'
  | 'command'
  | 'continue'
  | 'copilot'
  | 'crush'
  | 'cursor'
  | 'devin'
  | 'gemini'
  | 'goose'
  | 'junie'
  | 'kilo'
  | 'kiro'
  | 'lm-studio'
  | 'mcpb'
  | 'opencode'
  | 'qwen'
  | 'registry'
  | 'vscode'
  | 'warp'
  | 'windsurf'
  | 'zed';

/** The formats by their names for people. */
export const dialectNames: Readonly<Record<Dialect, string>> = {
  agent: 'Oh My Pi',
  'agent-plugins': 'Agent Plugins 1.0',
  'amazon-q': 'Amazon Q',
  amp: 'Amp',
  antigravity: 'Antigravity',
  'claude-code': 'Claude Code',
  'claude-desktop': 'Claude Desktop',
  cline: 'Cline',
  codex: 'Codex',
  command: 'Command line',
  continue: 'Continue',
  copilot: 'GitHub Copilot',
  crush: 'Crush',
  cursor: 'Cursor',
  devin: 'Devin',
  gemini: 'Gemini CLI',
  goose: 'Goose',
  junie: 'Junie',
  kilo: 'Kilo Code',
  kiro: 'Kiro',
  'lm-studio': 'LM Studio',
  mcpb: 'MCP bundle',
  opencode: 'OpenCode',
  qwen: 'Qwen Code',
  registry: 'MCP registry',
  vscode: 'VS Code',
  warp: 'Warp',
  windsurf: 'Windsurf',
  zed: 'Zed',
};

/** The files of one tool. Paths have forward slashes and start at the project or at the user's home folder. */
export interface ToolFiles {
  readonly tool: string;
  readonly dialect: Dialect;
  readonly project?: readonly string[];
  readonly user?: readonly string[];
  /** Folders in a project or in the home folder in which every such file is the tool's. */
  readonly folders?: readonly string[];
}

/** Where applications keep their settings: on Linux, macOS and Windows. */
const inApplications = (path: string): readonly string[] =>
  ['.config', 'Library/Application Support', 'AppData/Roaming'].map((folder) => `${folder}/${path}`);

/** All tools whose files can be imported from. Of a tool, files with higher precedence come first. `server/config/providers.ts` says which of them Oh My Pi reads by itself. */
export const toolFiles: readonly ToolFiles[] = [
  {
    tool: 'Claude Code',
    dialect: 'claude-code',
    project: ['.claude/.mcp.json', '.claude/mcp.json'],
    user: ['.claude.json', '.claude/mcp.json'],
  },
  {
    tool: 'Codex',
    dialect: 'codex',
    project: ['.codex/config.toml'],
    user: ['.codex/config.toml'],
  },
  {
    tool: 'Gemini CLI',
    dialect: 'gemini',
    project: ['.gemini/settings.json'],
    user: ['.gemini/settings.json'],
  },
  {
    tool: 'OpenCode',
    dialect: 'opencode',
    project: ['.opencode/opencode.jsonc', '.opencode/opencode.json', 'opencode.jsonc', 'opencode.json'],
    user: ['.config/opencode/opencode.jsonc', '.config/opencode/opencode.json'],
  },
  {
    tool: 'Cursor',
    dialect: 'cursor',
    project: ['.cursor/mcp.json'],
    user: ['.cursor/mcp.json'],
  },
  {
    tool: 'Windsurf',
    dialect: 'windsurf',
    project: ['.windsurf/mcp_config.json'],
    user: ['.windsurf/mcp_config.json', '.codeium/windsurf/mcp_config.json'],
  },
  { tool: 'VS Code', dialect: 'vscode', project: ['.vscode/mcp.json'] },
  { tool: 'VS Code', dialect: 'vscode', user: inApplications('Code/User/mcp.json') },
  { tool: 'Claude Desktop', dialect: 'claude-desktop', user: inApplications('Claude/claude_desktop_config.json') },
  {
    tool: 'Cline',
    dialect: 'cline',
    user: [
      ...inApplications('Code/User/globalStorage/saoudrizwan.claude-dev/settings/cline_mcp_settings.json'),
      '.cline/data/settings/cline_mcp_settings.json',
    ],
  },
  {
    tool: 'Roo Code',
    dialect: 'cline',
    project: ['.roo/mcp.json'],
    user: inApplications('Code/User/globalStorage/rooveterinaryinc.roo-cline/settings/mcp_settings.json'),
  },
  {
    tool: 'Zed',
    dialect: 'zed',
    project: ['.zed/settings.json'],
    user: ['.config/zed/settings.json', 'AppData/Roaming/Zed/settings.json'],
  },
  {
    tool: 'Continue',
    dialect: 'continue',
    project: ['.continue/config.yaml', '.continue/mcpServers/mcp.json'],
    user: ['.continue/config.yaml', '.continue/mcpServers/mcp.json'],
    folders: ['.continue/mcpServers'],
  },
  {
    tool: 'GitHub Copilot',
    dialect: 'copilot',
    project: ['.github/mcp.json', '.github/copilot/mcp.json'],
    user: ['.copilot/mcp-config.json'],
  },
  {
    tool: 'Kiro',
    dialect: 'kiro',
    project: ['.kiro/settings/mcp.json', 'kiro_power/mcp.json'],
    user: ['.kiro/settings/mcp.json'],
  },
  { tool: 'Junie', dialect: 'junie', project: ['.junie/mcp/mcp.json'], user: ['.junie/mcp/mcp.json'] },
  {
    tool: 'Qwen Code',
    dialect: 'qwen',
    project: ['.qwen/settings.json'],
    user: ['.qwen/settings.json'],
  },
  {
    tool: 'Kilo Code',
    dialect: 'kilo',
    project: ['kilo.jsonc', 'kilo.json', '.kilo/kilo.jsonc', '.kilo/kilo.json'],
    user: ['.config/kilo/kilo.jsonc'],
  },
  {
    tool: 'Kilo Code',
    dialect: 'cline',
    project: ['.kilocode/mcp.json'],
    user: ['.kilocode/cli/global/settings/mcp_settings.json'],
  },
  {
    tool: 'Antigravity',
    dialect: 'antigravity',
    project: ['.agents', '.agent', '_agents', '_agent'].map((folder) => `${folder}/mcp_config.json`),
    user: ['.gemini/antigravity/mcp_config.json'],
  },
  {
    tool: 'Devin',
    dialect: 'devin',
    user: ['.config/devin/mcp_config.json', 'AppData/Roaming/devin/mcp_config.json'],
  },
  { tool: 'Warp', dialect: 'warp', project: ['.warp/.mcp.json'], user: ['.warp/.mcp.json'] },
  { tool: 'LM Studio', dialect: 'lm-studio', user: ['.lmstudio/mcp.json'] },
  {
    tool: 'Amp',
    dialect: 'amp',
    project: ['.amp/settings.json', '.amp/settings.jsonc'],
    user: ['.config/amp/settings.json', '.config/amp/settings.jsonc'],
  },
  {
    tool: 'Goose',
    dialect: 'goose',
    user: ['.config/goose/config.yaml', 'AppData/Roaming/Block/goose/config/config.yaml'],
  },
  {
    tool: 'Crush',
    dialect: 'crush',
    project: ['crush.json', '.crush.json'],
    user: ['.config/crush/crush.json'],
  },
  { tool: 'Amazon Q', dialect: 'amazon-q', project: ['.amazonq/mcp.json'], user: ['.aws/amazonq/mcp.json'] },
];

/** Files of tools whose formats aren't known here, so nothing is imported from them. */
const namedOnly: readonly { readonly tool: string; readonly paths: readonly string[] }[] = [
  { tool: 'Factory', paths: ['.factory/mcp.json'] },
  { tool: 'Pi', paths: ['.pi/mcp.json', '.pi/agent/mcp.json', 'dot_pi/agent/mcp.json'] },
];

/** The name of the tool that a file belongs to, told by its path alone; undefined if the path tells nothing. */
export function ownerOfPath(path: string): string | undefined {
  const slashes = `/${path.replaceAll('\\', '/')}`;
  const isAt = (known: string): boolean => slashes.endsWith(`/${known}`);
  return toolOfPath(path)?.tool ?? namedOnly.find(({ paths }) => paths.some(isAt))?.tool;
}

/** Names that many tools give to their files: only the folder tells whose file it is. */
const commonNames: ReadonlySet<string> = new Set([
  'mcp.json',
  '.mcp.json',
  'settings.json',
  'config.toml',
  'config.yaml',
  'settings.jsonc',
  'mcp-config.json',
]);

/** The tool that a file belongs to, told by its path alone; undefined where the path tells nothing. */
export function toolOfPath(path: string): ToolFiles | undefined {
  const slashes = `/${path.replaceAll('\\', '/')}`;
  const name = slashes.slice(slashes.lastIndexOf('/') + 1);
  const whereSome = (fits: (known: string) => boolean): ToolFiles | undefined =>
    toolFiles.find(({ project = [], user = [] }) => [...project, ...user].some(fits));
  const placed = whereSome((known) => slashes.endsWith(`/${known}`)) ?? inFolder(slashes);
  if (placed !== undefined || commonNames.has(name)) return placed;
  return whereSome((known) => known.endsWith(`/${name}`));
}

const inFolder = (path: string): ToolFiles | undefined =>
  /\.(?:ya?ml|json)$/.test(path)
    ? toolFiles.find(({ folders = [] }) =>
        folders.some((folder) => path.slice(0, path.lastIndexOf('/')).endsWith(`/${folder}`)),
      )
    : undefined;
