/** Which tool a file belongs to. The paths are generated from the facts about tools. */
import { looseJson, type ToolFiles, type ToolId, toolFiles } from '../generated/tools.ts';
import { wordSet } from '../guards.ts';

export const isLooseJson = (tool: ToolId): boolean => looseJson.includes(tool);

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
