/** Which agents are used in a project or on this machine, by what they leave behind. Nothing is run. */

import type { AgentId } from '../../common/messages/agents.ts';
import type { Lookups } from '../config/platform.ts';
import type { Place } from '../config/servers/sources.ts';
import { isThere } from '../files/files.ts';
import { childUri } from '../files/uris.ts';
import type { Agent } from './agent.ts';

/** Where an agent was found; undefined if it wasn't. */
export type FoundIn = 'project' | 'machine' | undefined;

/** @param editor the editor that runs this server, if it's an agent */
export function findAgent(
  { id, facts: { traces } }: Agent,
  { project, home }: Place,
  lookups: Lookups,
  editor: AgentId | undefined,
): FoundIn {
  const has = (folder: string | undefined, paths: readonly string[]): boolean =>
    folder !== undefined && paths.some((path) => isThere(lookups.kind(childUri(folder, path))));
  if (has(project, traces.project)) return 'project';
  if (id === editor || has(home, traces.home)) return 'machine';
  return traces.command !== undefined && lookups.hasCommand(traces.command) ? 'machine' : undefined;
}
