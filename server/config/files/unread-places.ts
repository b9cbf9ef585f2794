/** Places in which people put servers, and from which no agent, or not the tool in whose folder they are, reads any. */

import { unreadFolders } from '../../../common/generated/tools.ts';
import { lookUp } from '../../../common/guards.ts';
import { agentName } from '../../../common/messages/agents.ts';
import { usualNames } from './usual-names.ts';

/** Files of a project from which no agent that is known reads any. */
export const unreadByAll: readonly string[] = [
  '.agents/mcp.json',
  '.agents/.mcp.json',
  '.ai/mcp.json',
  '.idea/mcp.json',
  '.mcp/config.json',
  '.mcp/mcp.json',
  '.mcp/servers.json',
  '.config/mcp.json',
  'config/mcp.json',
  'mcp_config.json',
  'mcp-config.json',
  'mcp_settings.json',
  'mcp-servers.json',
  'mcp_servers.json',
  'claude_desktop_config.json',
];

/**
 * True for a file in the folder of a tool. Another one can be the config of a client in this project, or an example, so it is
 * mentioned only to who asks for a server in it.
 */
export const isInToolFolder = (path: string): boolean => /^(?:~\/)?\.[^/]+\//.test(path);

/** A file that agents don't read, although it's in the folder of a tool. */
export interface UnreadPlace {
  /** Name of the tool; undefined if none reads the file. */
  readonly tool?: string;
  /** The file that is read instead. */
  readonly target: string;
}

/** @param path relative to the project. Returns undefined if an agent reads the file, or may. */
export function unreadAt(path: string): UnreadPlace | undefined {
  if (unreadByAll.includes(path)) return isInToolFolder(path) ? { target: '.mcp.json' } : undefined;
  const slash = path.lastIndexOf('/');
  const name = path.slice(slash + 1);
  const folder = lookUp(unreadFolders, path.slice(0, Math.max(slash, 0)));
  if (folder === undefined || !usualNames.has(name) || folder.read.includes(name)) return undefined;
  return folder.isProbable === true ? undefined : { tool: agentName(folder.tool), target: folder.target };
}

/** Returns such files of a project. @param exists returns whether it has a folder */
export const unreadPaths = (exists: (folder: string) => boolean): readonly string[] => [
  ...unreadByAll.filter((path) => unreadAt(path) !== undefined),
  ...Object.keys(unreadFolders)
    .filter(exists)
    .flatMap((folder) => Array.from(usualNames, (name) => `${folder}/${name}`))
    .filter((path) => unreadAt(path) !== undefined),
];
