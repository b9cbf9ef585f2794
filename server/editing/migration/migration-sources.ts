/** The files of a project whose servers can be moved to `.mcp.json`. */
import { formatNames } from '../../../common/generated/tools.ts';
import { inProject, locate } from '../../agents/files/agent-files.ts';
import { placedServers } from '../../config/files/placed-servers.ts';
import { unreadAt, unreadPaths } from '../../config/files/unread-places.ts';
import type { Place } from '../../config/servers/sources.ts';
import { childUri } from '../../files/uris.ts';
import { allTools } from '../../tools/all-tools.ts';
import { claudeCode } from '../../tools/claude-code.ts';
import type { MigrationSource } from './migration.ts';

/** The file that several agents read. */
const sharedFile = '.mcp.json';

export interface MigrationFile extends Omit<MigrationSource, 'text'> {
  readonly uri: string;
  readonly label: string;
  readonly tool: string;
}

/** Returns the files whether or not they exist; none without a project. */
export function migrationFiles(place: Place): readonly MigrationFile[] {
  const { project } = place;
  if (project === undefined) return [];
  const ofProject = allTools.flatMap(({ id, movable }): readonly MigrationFile[] => {
    if (movable === undefined) return [];
    const { path, root } = movable;
    return [{ dialect: id, tool: formatNames[id], uri: childUri(project, path), label: path, root }];
  });
  // Files that no agent reads, although people put servers there.
  const unread = unreadPaths((folder) => place.look.isFolder(childUri(project, folder))).flatMap((path) => {
    const uri = childUri(project, path);
    const { tool = formatNames['claude-code'], target } = unreadAt(path) ?? {};
    const placed = target === sharedFile ? placedServers(place.look.setting(uri, [])) : [];
    return placed.map(({ path: root }): MigrationFile => ({ dialect: 'claude-code', tool, uri, label: path, root }));
  });
  const local = (claudeCode.agent?.files ?? []).filter(({ scope }) => scope === 'local');
  const ofUser = local.flatMap((file) =>
    locate(file, place).map(({ uri, label }): MigrationFile => {
      const { dialect, root } = file;
      return { dialect, tool: formatNames[dialect], uri, label, root: inProject(claudeCode.agent ?? {}, root, place) };
    }),
  );
  return [...ofProject, ...unread, ...ofUser];
}
