/**
 * The formats that tools keep their servers in, and where their files lie. The one list of them: the server reads it to know
 * what the agent imports and in which format a file is written, the extension to know where an import can be offered.
 */

/** A format to read from. `agent` is the agent's own, `command` a line for a terminal. */
export type Dialect =
  | 'agent'
  | 'agent-plugins'
  | 'amp'
  | 'claude-code'
  | 'claude-desktop'
  | 'cline'
  | 'codex'
  | 'command'
  | 'continue'
  | 'crush'
  | 'cursor'
  | 'gemini'
  | 'goose'
  | 'opencode'
  | 'qwen'
  | 'vscode'
  | 'windsurf'
  | 'zed';

/** The formats by their names for people. */
export const dialectNames: Readonly<Record<Dialect, string>> = {
  agent: 'Oh My Pi',
  'agent-plugins': 'Agent Plugins 1.0',
  amp: 'Amp',
  'claude-code': 'Claude Code',
  'claude-desktop': 'Claude Desktop',
  cline: 'Cline',
  codex: 'Codex',
  command: 'Command line',
  continue: 'Continue',
  crush: 'Crush',
  cursor: 'Cursor',
  gemini: 'Gemini CLI',
  goose: 'Goose',
  opencode: 'OpenCode',
  qwen: 'Qwen Code',
  vscode: 'VS Code',
  windsurf: 'Windsurf',
  zed: 'Zed',
};

/** The files of one tool. Paths have forward slashes and start at the project or at the user's home folder. */
export interface ToolFiles {
  readonly tool: string;
  readonly dialect: Dialect;
  /** How the servers stand in it, where the agent imports them by itself. */
  readonly imported?: 'mcpServers' | 'opencode' | 'vscode' | 'codex';
  readonly project?: readonly string[];
  readonly user?: readonly string[];
}

/** Where applications keep their settings: on Linux, macOS and Windows. */
const inApplications = (path: string): readonly string[] =>
  ['.config', 'Library/Application Support', 'AppData/Roaming'].map((folder) => `${folder}/${path}`);

/** Those that the agent imports come first, in the order in which they win; of one tool the project's files come first. */
export const toolFiles: readonly ToolFiles[] = [
  {
    tool: 'Claude Code',
    dialect: 'claude-code',
    imported: 'mcpServers',
    project: ['.claude/.mcp.json', '.claude/mcp.json'],
    user: ['.claude.json', '.claude/mcp.json'],
  },
  {
    tool: 'Codex',
    dialect: 'codex',
    imported: 'codex',
    project: ['.codex/config.toml'],
    user: ['.codex/config.toml'],
  },
  {
    tool: 'Gemini CLI',
    dialect: 'gemini',
    imported: 'mcpServers',
    project: ['.gemini/settings.json'],
    user: ['.gemini/settings.json'],
  },
  {
    tool: 'OpenCode',
    dialect: 'opencode',
    imported: 'opencode',
    project: ['opencode.jsonc', 'opencode.json'],
    user: ['.config/opencode/opencode.jsonc', '.config/opencode/opencode.json'],
  },
  {
    tool: 'Cursor',
    dialect: 'cursor',
    imported: 'mcpServers',
    project: ['.cursor/mcp.json'],
    user: ['.cursor/mcp.json'],
  },
  {
    tool: 'Windsurf',
    dialect: 'windsurf',
    imported: 'mcpServers',
    project: ['.windsurf/mcp_config.json'],
    user: ['.windsurf/mcp_config.json', '.codeium/windsurf/mcp_config.json'],
  },
  { tool: 'VS Code', dialect: 'vscode', imported: 'vscode', project: ['.vscode/mcp.json'] },
  { tool: 'OpenCode', dialect: 'opencode', project: ['.opencode/opencode.jsonc', '.opencode/opencode.json'] },
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
    tool: 'Amp',
    dialect: 'amp',
    project: ['.amp/settings.json', '.amp/settings.jsonc'],
    user: ['.config/amp/settings.json', '.config/amp/settings.jsonc'],
  },
  {
    tool: 'Crush',
    dialect: 'crush',
    project: ['crush.json', '.crush.json'],
    user: ['.config/crush/crush.json'],
  },
  {
    tool: 'Goose',
    dialect: 'goose',
    user: ['.config/goose/config.yaml', 'AppData/Roaming/Block/goose/config/config.yaml'],
  },
  {
    tool: 'Qwen Code',
    dialect: 'qwen',
    project: ['.qwen/settings.json'],
    user: ['.qwen/settings.json'],
  },
  {
    tool: 'Continue',
    dialect: 'continue',
    project: ['.continue/config.yaml'],
    user: ['.continue/config.yaml'],
  },
];

/** Names that many tools give to their files: only the folder tells whose file it is. */
const commonNames: ReadonlySet<string> = new Set([
  'mcp.json',
  '.mcp.json',
  'settings.json',
  'config.toml',
  'config.yaml',
  'settings.jsonc',
]);

/** The tool that a file belongs to, told by its path alone; undefined where the path tells nothing. */
export function toolOfPath(path: string): ToolFiles | undefined {
  const slashes = `/${path.replaceAll('\\', '/')}`;
  const name = slashes.slice(slashes.lastIndexOf('/') + 1);
  const whereSome = (fits: (known: string) => boolean): ToolFiles | undefined =>
    toolFiles.find(({ project = [], user = [] }) => [...project, ...user].some(fits));
  const placed = whereSome((known) => slashes.endsWith(`/${known}`));
  if (placed !== undefined || commonNames.has(name)) return placed;
  return whereSome((known) => known.endsWith(`/${name}`));
}
