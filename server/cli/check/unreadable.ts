/** Config files that an agent looks for and that exist but can't be read, whose servers would silently be missing. */
import { statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Agent } from '../../agents/agent.ts';
import { ohMyPiAgent } from '../../agents/oh-my-pi.ts';
import type { Place, Source } from '../../config/servers/sources.ts';
import { readTextIfExists } from '../../files/disk.ts';
import { FileError } from '../../files/file-error.ts';
import { variableOf } from '../../files/uris.ts';
import type { Workspace } from '../../workspace/workspace.ts';
import { complain, type Terminal } from '../output/terminal.ts';
import type { Project } from './project.ts';

export interface UnreadableFile {
  readonly source: Source;
  /** Names the file and the reason. */
  readonly message: string;
}

/** @param skipped URIs of files that aren't opened */
export function unreadableFiles(
  workspace: Workspace,
  place: Place,
  skipped: ReadonlySet<string> = new Set(),
  agent: Agent = ohMyPiAgent,
): readonly UnreadableFile[] {
  const { files, sources } = workspace.placeState(place, agent);
  const read = new Set(files.map(({ source }) => source.key));
  return sources.flatMap((source) => {
    if (variableOf(source.uri) !== undefined) return [];
    const file = fileURLToPath(source.uri);
    if (read.has(source.key) || skipped.has(source.uri) || !mayBeFile(file, source)) return [];
    try {
      readTextIfExists(file);
      return [];
    } catch (error) {
      if (error instanceof FileError) return { source, message: error.message };
      throw error;
    }
  });
}

/** Returns these files, and those whose text isn't JSON, even with comments: of both, servers may be missing. */
export function incompleteFiles(
  workspace: Workspace,
  place: Place,
  skipped?: ReadonlySet<string>,
  agent: Agent = ohMyPiAgent,
): readonly UnreadableFile[] {
  const damaged = workspace
    .placeState(place, agent)
    .files.flatMap((file) => (file.damaged && variableOf(file.source.uri) === undefined ? [file] : []));
  return [
    ...damaged.map(({ source }) => ({ source, message: `${fileURLToPath(source.uri)}: ${notValid}` })),
    ...unreadableFiles(workspace, place, skipped, agent),
  ];
}

/** What is said about a file whose text can't be understood. */
export const notValid = 'not valid; servers may be missing.';

/** False for a missing file, a folder, and a file in a user-level folder that this user can't open, as in a container. */
function mayBeFile(file: string, { level }: Source): boolean {
  try {
    return statSync(file, { throwIfNoEntry: false })?.isDirectory() === false;
  } catch (error) {
    return level === 'project' && (error as NodeJS.ErrnoException).code !== 'ENOTDIR';
  }
}

/** Reports the files of a project whose servers may be missing. Returns true if there are any. */
export function reportIncomplete({ workspace }: Project, terminal: Pick<Terminal, 'error'>): boolean {
  const files = workspace.places.all.flatMap((place) => incompleteFiles(workspace, place));
  for (const { message } of files) complain(terminal, message);
  return files.length > 0;
}
