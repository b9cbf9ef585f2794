/** Config files that an agent looks for and that exist but can't be read, whose servers would silently be missing. */
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
  return workspace.placeState(place, agent).sources.flatMap((source) => {
    const { uri, level } = source;
    const kind = skipped.has(uri) ? undefined : workspace.documents.unreadable(uri);
    // In a container, this user often can't look into the home folder, which says nothing about the project.
    if (kind === undefined || (kind === 'unknown' && level !== 'project')) return [];
    try {
      readTextIfExists(fileURLToPath(uri));
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

/** Reports the files of a project whose servers may be missing. Returns true if there are any. */
export function reportIncomplete({ workspace }: Project, terminal: Pick<Terminal, 'error'>): boolean {
  const files = workspace.places.all.flatMap((place) => incompleteFiles(workspace, place));
  for (const { message } of files) complain(terminal, message);
  return files.length > 0;
}
