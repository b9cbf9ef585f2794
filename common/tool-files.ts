/**
 * The config formats of tools, and the locations of their files. The server uses this list to determine what the agent
 * imports and the format of a file; the extension, where to offer an import.
 */
import { wordSet } from './guards.ts';

/** Display names of the source formats. `agent` is the agent's own, `command` a command line for a terminal. */
export const dialectNames = {
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
  factory: 'Factory Droid',
  gemini: 'Gemini CLI',
  goose: 'Goose',
  junie: 'Junie',
  kilo: 'Kilo Code',
  kiro: 'Kiro',
  'lm-studio': 'LM Studio',
  mcpb: 'MCP bundle',
  opencode: 'OpenCode',
  pi: 'Pi',
  qwen: 'Qwen Code',
  registry: 'MCP registry',
  vscode: 'VS Code',
  warp: 'Warp',
  windsurf: 'Windsurf',
  zed: 'Zed',
} as const;

export type Dialect = keyof typeof dialectNames;

/** Tools that accept comments and trailing commas in their own files. */
export const looseJson: ReadonlySet<Dialect> = new Set(['amp', 'kilo', 'opencode', 'vscode', 'zed'] as const);

/** The files of a tool. Paths have forward slashes and are relative to the project or the user's home folder. */
export interface ToolFiles {
  readonly tool: string;
  readonly dialect: Dialect;
  readonly project?: readonly string[];
  readonly user?: readonly string[];
  /** Folders in a project or the home folder in which every YAML or JSON file is the tool's. */
  readonly folders?: readonly string[];
}

/** Returns a path in the folders for application settings on Linux, macOS, and Windows. */
const inApplications = (path: string): readonly string[] =>
  ['.config', 'Library/Application Support', 'AppData/Roaming'].map((folder) => `${folder}/${path}`);

/** @param tool its name if it isn't that of the format */
function filesOf(
  dialect: Dialect,
  places: Omit<ToolFiles, 'tool' | 'dialect'>,
  tool: string = dialectNames[dialect],
): ToolFiles {
  return { tool, dialect, ...places };
}

/**
 * All tools whose files can be imported, in descending precedence for each tool. `server/config/providers.ts` lists the
 * ones that Oh My Pi reads itself.
 */
export const toolFiles: readonly ToolFiles[] = [
  filesOf('claude-code', {
    project: ['.claude/.mcp.json', '.claude/mcp.json'],
    user: ['.claude.json', '.claude/mcp.json'],
  }),
  filesOf('codex', { project: ['.codex/config.toml'], user: ['.codex/config.toml'] }),
  filesOf('gemini', {
    project: ['.gemini/settings.json', 'gemini-extension.json'],
    user: ['.gemini/settings.json'],
  }),
  filesOf('opencode', {
    project: ['.opencode/opencode.jsonc', '.opencode/opencode.json', 'opencode.jsonc', 'opencode.json'],
    user: ['.config/opencode/opencode.jsonc', '.config/opencode/opencode.json'],
  }),
  filesOf('cursor', { project: ['.cursor/mcp.json'], user: ['.cursor/mcp.json'] }),
  filesOf('windsurf', {
    project: ['.windsurf/mcp_config.json'],
    user: ['.windsurf/mcp_config.json', '.codeium/windsurf/mcp_config.json'],
  }),
  filesOf('vscode', { project: ['.vscode/mcp.json'] }),
  filesOf('vscode', {
    project: ['.devcontainer/devcontainer.json', '.devcontainer.json'],
    user: inApplications('Code/User/mcp.json'),
  }),
  filesOf('claude-desktop', { user: inApplications('Claude/claude_desktop_config.json') }),
  filesOf('cline', {
    user: [
      ...inApplications('Code/User/globalStorage/saoudrizwan.claude-dev/settings/cline_mcp_settings.json'),
      '.cline/data/settings/cline_mcp_settings.json',
    ],
  }),
  filesOf(
    'cline',
    {
      project: ['.roo/mcp.json'],
      user: inApplications('Code/User/globalStorage/rooveterinaryinc.roo-cline/settings/mcp_settings.json'),
    },
    'Roo Code',
  ),
  filesOf('zed', {
    project: ['.zed/settings.json'],
    user: ['.config/zed/settings.json', 'AppData/Roaming/Zed/settings.json'],
  }),
  filesOf('continue', {
    project: ['.continue/config.yaml', '.continue/mcpServers/mcp.json'],
    user: ['.continue/config.yaml', '.continue/mcpServers/mcp.json'],
    folders: ['.continue/mcpServers'],
  }),
  filesOf('copilot', { project: ['.github/mcp.json', '.github/copilot/mcp.json'], user: ['.copilot/mcp-config.json'] }),
  filesOf(
    'copilot',
    { user: ['.config/github-copilot/intellij/mcp.json', 'AppData/Local/github-copilot/intellij/mcp.json'] },
    'GitHub Copilot for JetBrains',
  ),
  filesOf('kiro', { project: ['.kiro/settings/mcp.json', 'kiro_power/mcp.json'], user: ['.kiro/settings/mcp.json'] }),
  filesOf('junie', { project: ['.junie/mcp/mcp.json'], user: ['.junie/mcp/mcp.json'] }),
  filesOf('qwen', { project: ['.qwen/settings.json'], user: ['.qwen/settings.json'] }),
  filesOf('kilo', {
    project: ['kilo.jsonc', 'kilo.json', '.kilo/kilo.jsonc', '.kilo/kilo.json'],
    user: ['.config/kilo/kilo.jsonc'],
  }),
  filesOf(
    'cline',
    { project: ['.kilocode/mcp.json'], user: ['.kilocode/cli/global/settings/mcp_settings.json'] },
    'Kilo Code',
  ),
  filesOf('antigravity', {
    project: ['.agents', '.agent', '_agents', '_agent'].map((folder) => `${folder}/mcp_config.json`),
    user: ['.gemini/antigravity/mcp_config.json', '.gemini/config/mcp_config.json'],
  }),
  filesOf('pi', { project: ['.pi/mcp.json'], user: ['.pi/agent/mcp.json', 'dot_pi/agent/mcp.json'] }),
  filesOf('devin', { user: ['.config/devin/mcp_config.json', 'AppData/Roaming/devin/mcp_config.json'] }),
  filesOf('warp', { project: ['.warp/.mcp.json'], user: ['.warp/.mcp.json'] }),
  filesOf('lm-studio', { user: ['.lmstudio/mcp.json'] }),
  filesOf('amp', {
    project: ['.amp/settings.json', '.amp/settings.jsonc'],
    user: ['.config/amp/settings.json', '.config/amp/settings.jsonc'],
  }),
  filesOf('goose', { user: ['.config/goose/config.yaml', 'AppData/Roaming/Block/goose/config/config.yaml'] }),
  filesOf('crush', { project: ['crush.json', '.crush.json'], user: ['.config/crush/crush.json'] }),
  filesOf('amazon-q', { project: ['.amazonq/mcp.json'], user: ['.aws/amazonq/mcp.json'] }),
  filesOf('factory', { project: ['.factory/mcp.json'], user: ['.factory/mcp.json'] }),
];

/** File names that many tools use, so that only the folder identifies the tool. */
const commonNames = wordSet('mcp.json .mcp.json settings.json config.toml config.yaml settings.jsonc mcp-config.json');

/** Copies and variants of Claude Desktop's file, as people keep them beside each other. */
const desktopCopy = /^claude[-_]desktop[-_]config[^/]*\.json$/i;

/** Returns the tool that a file belongs to, by its path alone; undefined if that isn't sufficient. */
export function toolOfPath(path: string): ToolFiles | undefined {
  const slashes = `/${path.replaceAll('\\', '/')}`;
  const name = slashes.slice(slashes.lastIndexOf('/') + 1);
  const whereSome = (fits: (known: string) => boolean): ToolFiles | undefined =>
    toolFiles.find(({ project = [], user = [] }) => [...project, ...user].some(fits));
  const folder = slashes.slice(0, -name.length - 1);
  const inFolder = /\.(?:ya?ml|json)$/.test(name)
    ? toolFiles.find(({ folders = [] }) => folders.some((known) => folder.endsWith(`/${known}`)))
    : undefined;
  const placed = whereSome((known) => slashes.endsWith(`/${known}`)) ?? inFolder;
  if (placed !== undefined || commonNames.has(name)) return placed;
  const usual = desktopCopy.test(name) ? 'claude_desktop_config.json' : name;
  return whereSome((known) => known.endsWith(`/${usual}`));
}
