/** Places in which people put servers, and from which no agent, or not the tool in whose folder they are, reads any. */

import { serverRoots, toolFiles, unreadFiles, unreadFolders } from '../../../common/generated/tools.ts';
import { lookUp } from '../../../common/guards.ts';
import { agentName } from '../../../common/messages/agents.ts';
import { usualNames } from './usual-names.ts';

/** Folders of no agent, in a project or the home folder, in which people put servers for all of them. */
const folderNames = ['.agents', '.agent', '.ai', '.idea', '.llm', '.mcp'];

/** Other such files. */
const fileNames = [
  '.config/mcp.json',
  '.config/mcp/mcp.json',
  '.mcp.jsonc',
  '.mcp.toml',
  'config/mcp.json',
  'mcp_config.json',
  'mcp-config.json',
  'mcp_settings.json',
  'mcp-servers.json',
  'mcp_servers.json',
  'claude_desktop_config.json',
  'codex.toml',
  'package.json',
];

/** Files of tools whose use of servers isn't known. */
const ofOtherTools: ReadonlySet<string> = new Set(toolFiles.flatMap(({ project = [] }) => project));

/** Returns files from which no agent that is known reads any. @param exists returns whether there is a folder */
export const unreadByAll = (exists: (folder: string) => boolean): readonly string[] => [
  ...fileNames,
  ...pathsIn(folderNames.filter(exists)).filter((path) => !ofOtherTools.has(path)),
];

/** Returns the usual files in folders. */
export const pathsIn = (folders: readonly string[]): readonly string[] =>
  folders.flatMap((folder) => Array.from(usualNames, (name) => `${folder}/${name}`));

/**
 * True for a hidden file, or one in the folder of a tool. Another one can be the config of a client in this project, or an
 * example, so it is mentioned only to who asks for a server in it.
 */
export const isDotPath = (path: string): boolean => /^(?:~\/)?\./.test(path);

/** A file that agents don't read, although it's in the folder of a tool. */
export interface UnreadPlace {
  /** Name of the tool; undefined if none reads the file. */
  readonly tool?: string;
  /** The file that is read instead. */
  readonly target: string;
  /** True if Oh My Pi reads the file. */
  readonly isImported?: true;
}

/** @param path relative to the project. Returns undefined if an agent reads the file, or may. */
export function unreadAt(path: string): UnreadPlace | undefined {
  const slash = path.indexOf('/');
  const [name, rest] = [path.slice(0, Math.max(slash, 0)), path.slice(slash + 1)];
  const isOfAll = fileNames.includes(path) || (folderNames.includes(name) && usualNames.has(rest));
  if (isOfAll) return isDotPath(path) && !ofOtherTools.has(path) ? { target: '.mcp.json' } : undefined;
  const file = lookUp(unreadFiles, path);
  if (file !== undefined) return { tool: agentName(file.tool), target: file.target };
  const folder = lookUp(unreadFolders, name);
  if (folder === undefined || folder.isProbable === true) return undefined;
  if (folder.read.includes(rest) || !(usualNames.has(rest) || folder.unread?.includes(rest))) return undefined;
  const isImported = folder.ohMyPi?.includes(rest) === true;
  return { tool: agentName(folder.tool), target: folder.target, ...(isImported && { isImported }) };
}

/** Returns such files of a project. @param exists returns whether it has a folder */
export const unreadPaths = (exists: (folder: string) => boolean): readonly string[] => {
  const folders = Object.keys(unreadFolders).filter(exists);
  const named = folders.flatMap((name) => (unreadFolders[name]?.unread ?? []).map((path) => `${name}/${path}`));
  const all = [...unreadByAll(exists), ...Object.keys(unreadFiles), ...pathsIn(folders), ...named];
  return [...new Set(all)].filter((path) => unreadAt(path) !== undefined);
};

/** Returns the properties in which the tool of a file looks for servers, each joined by dots; undefined if they aren't known. */
export function serverRootsAt(path: string): readonly string[] | undefined {
  return serverRoots.find(([, files]) => files.some((file) => `/${path}`.endsWith(`/${file}`)))?.[0];
}
