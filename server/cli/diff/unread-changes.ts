/** Files of agents that change and can't be read before or now, so that it isn't known what changes. */
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Agent } from '../../agents/agent.ts';
import type { Workspace } from '../../workspace/workspace.ts';
import type { ReadBothSides } from './env-file-changes.ts';

export interface UnreadChange {
  /** Relative to the checkout. */
  readonly file: string;
  /** When it can't be read. */
  readonly when: 'before' | 'now' | 'before and now';
}

/** Returns the names of these files on one side. @param projects the folders in which agents can start */
export function unreadIn(
  workspace: Workspace,
  agents: readonly Agent[],
  folder: string,
  projects: ReadonlySet<string>,
): ReadonlySet<string> {
  const uris = Array.from(projects).flatMap((project) => {
    const place = workspace.places.ofProject(pathToFileURL(path.join(folder, project)).href);
    return agents.flatMap((agent) => [...agent.sources(place), ...agent.settings(place)].map(({ uri }) => uri));
  });
  const unread = [...new Set(uris)].filter((uri) => workspace.documents.unreadable(uri) !== undefined);
  return new Set(unread.map((uri) => path.relative(folder, fileURLToPath(uri)).replaceAll(path.sep, '/')));
}

export function unreadChanges(
  before: ReadonlySet<string>,
  now: ReadonlySet<string>,
  read: ReadBothSides,
): readonly UnreadChange[] {
  return [...new Set([...before, ...now])].toSorted().flatMap((file): readonly UnreadChange[] => {
    const [old, current] = read(file);
    if (old === current) return [];
    return [{ file, when: !now.has(file) ? 'before' : before.has(file) ? 'before and now' : 'now' }];
  });
}

export const unreadText = ({ when }: UnreadChange): string =>
  `not known what changes; not readable as UTF-8 text ${when}`;
