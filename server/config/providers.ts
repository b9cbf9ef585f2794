/** The tools whose servers Oh My Pi loads by itself, strongest first (facts/agent.md, 1.1 and 1.6). */
import type { Dialect } from '../../common/tool-files.ts';

/** Where a file contains its servers, and how they are written. */
export type Layout = 'own' | 'claude' | 'codex' | 'mcpServers' | 'opencode' | 'vscode';

export interface Provider {
  /** The ID that Oh My Pi's settings use. */
  readonly id: string;
  readonly tool: string;
  readonly dialect: Dialect;
  readonly layout: Layout;
  /** Paths in the project, in the order in which they are read. */
  readonly project: readonly string[];
  /** Paths in the home folder. */
  readonly user: readonly string[];
}

export const importedProviders: readonly Provider[] = [
  {
    id: 'claude',
    tool: 'Claude Code',
    dialect: 'claude-code',
    layout: 'claude',
    project: ['.claude/.mcp.json', '.claude/mcp.json'],
    user: ['.claude.json', '.claude/mcp.json'],
  },
  {
    id: 'codex',
    tool: 'Codex',
    dialect: 'codex',
    layout: 'codex',
    project: ['.codex/config.toml'],
    user: ['.codex/config.toml'],
  },
  {
    id: 'gemini',
    tool: 'Gemini CLI',
    dialect: 'gemini',
    layout: 'mcpServers',
    project: ['.gemini/settings.json'],
    user: ['.gemini/settings.json'],
  },
  {
    id: 'opencode',
    tool: 'OpenCode',
    dialect: 'opencode',
    layout: 'opencode',
    // All six are merged; a later file overrides an earlier one, so the strongest is first here.
    project: ['.opencode/opencode.jsonc', '.opencode/opencode.json', 'opencode.jsonc', 'opencode.json'],
    user: ['.config/opencode/opencode.jsonc', '.config/opencode/opencode.json'],
  },
  {
    id: 'cursor',
    tool: 'Cursor',
    dialect: 'cursor',
    layout: 'mcpServers',
    project: ['.cursor/mcp.json'],
    user: ['.cursor/mcp.json'],
  },
  {
    id: 'windsurf',
    tool: 'Windsurf',
    dialect: 'windsurf',
    layout: 'mcpServers',
    project: ['.windsurf/mcp_config.json'],
    user: ['.codeium/windsurf/mcp_config.json'],
  },
  { id: 'vscode', tool: 'VS Code', dialect: 'vscode', layout: 'vscode', project: ['.vscode/mcp.json'], user: [] },
];
