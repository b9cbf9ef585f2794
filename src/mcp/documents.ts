/** Which files are tool-server config of this format, told by their path alone. */

/** Where the agent keeps its config; both come from settings. */
export interface AgentFolders {
  /** Folder inside a project, such as `.omp`. */
  readonly project: string;
}

/**
 * True for `mcp.json` and `.mcp.json` (spec config-format.md, "What the service does"), except where the folder says
 * that another tool owns the file: a folder with a leading dot (`.vscode`, `.cursor`, `.claude`, …) that is not the
 * agent's own. Those files are in that tool's format and stay with whoever answers for it.
 * @param path slash-separated path, as in `Uri.path`
 */
export function isConfigPath(path: string, folders: AgentFolders): boolean {
  const parts = path.split('/');
  const name = parts.at(-1);
  if (name !== 'mcp.json' && name !== '.mcp.json') return false;
  const folder = parts.at(-2) ?? '';
  return !folder.startsWith('.') || folder === folders.project;
}
