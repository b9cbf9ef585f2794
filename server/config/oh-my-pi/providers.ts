/** The tools whose servers Oh My Pi imports, highest precedence first. */
import { type ToolId, toolFiles } from '../../../common/generated/tools.ts';

/** Where a file contains its servers, and in which form. `toml`: the properties of `mcpServers` in TOML. */
export type FileLayout = 'own' | 'claude' | 'codex' | 'mcpServers' | 'opencode' | 'toml' | 'vscode';

export const isToml = (layout: FileLayout): boolean => layout === 'codex' || layout === 'toml';

export interface Provider {
  /** The ID that Oh My Pi's settings use. */
  readonly id: string;
  readonly tool: string;
  readonly dialect: ToolId;
  readonly layout: FileLayout;
  /** Paths in the project, highest precedence first. */
  readonly project: readonly string[];
  /** Paths in the home folder, highest precedence first. */
  readonly user: readonly string[];
}

export const importedProviders: readonly Provider[] = [
  provider('claude', 'claude-code', 'claude'),
  provider('codex', 'codex', 'codex'),
  provider('gemini', 'gemini-cli', 'mcpServers'),
  provider('opencode', 'opencode', 'opencode'),
  provider('cursor', 'cursor', 'mcpServers'),
  // Oh My Pi doesn't read all files of these.
  { ...provider('windsurf', 'windsurf', 'mcpServers'), user: ['.codeium/windsurf/mcp_config.json'] },
  { ...provider('vscode', 'vscode', 'vscode'), project: ['.vscode/mcp.json'], user: [] },
];

/** Creates a provider that reads the files of its tool (`common/messages/tool-files.ts`). */
function provider(id: string, dialect: ToolId, layout: FileLayout): Provider {
  const files = toolFiles.find((each) => each.dialect === dialect);
  if (files === undefined) throw new Error(`No files are known for ${dialect}.`);
  const { tool, project = [], user = [] } = files;
  return { id, tool, dialect, layout, project, user };
}
