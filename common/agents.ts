/** The coding agents whose use of tool servers is known. */

const agentNames = {
  'oh-my-pi': 'Oh My Pi',
  'claude-code': 'Claude Code',
  vscode: 'VS Code',
  'copilot-cli': 'Copilot CLI',
  cursor: 'Cursor',
  codex: 'Codex',
  'gemini-cli': 'Gemini CLI',
  opencode: 'OpenCode',
} as const;

export type AgentId = keyof typeof agentNames;

export const agentIds = Object.keys(agentNames) as readonly AgentId[];

/** Returns the display name of an agent. */
export const agentName = (id: AgentId): string => agentNames[id];

export const isAgentId = (value: unknown): value is AgentId => agentIds.some((id) => id === value);

/** The agents that read `.mcp.json` in a project. */
export const sharedFileReaders: readonly AgentId[] = ['oh-my-pi', 'claude-code', 'vscode', 'copilot-cli'];

/** What a repository or user can name as readers. Visual Studio reads `servers` of the same file; nothing else is known. */
export type ReaderId = AgentId | 'visual-studio';

export const readerIds: readonly ReaderId[] = [...agentIds, 'visual-studio'];

export const isReaderId = (value: unknown): value is ReaderId => readerIds.some((id) => id === value);
