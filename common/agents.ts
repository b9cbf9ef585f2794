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
