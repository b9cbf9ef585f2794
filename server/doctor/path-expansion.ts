/** Paths of a server with the folders that its agent is known to write into them. */
import { pathOf } from '../../common/messages/config-place.ts';
import type { Agent } from '../agents/agent.ts';
import type { ExpandPath } from '../config/servers/process-launch.ts';
import type { Place, Source } from '../config/servers/sources.ts';
import { variablesInFile } from './needed-variables.ts';

/** Returns what an agent makes of a path in one of its files. What isn't known to be replaced stays as it's written. */
export function pathExpansion(agent: Agent, source: Source, { project, home }: Place): ExpandPath {
  const { tilde = [], folders = {} } = variablesInFile(agent, source);
  // In a file of the user, another folder can be meant.
  const places = { project: pathIn(source.level === 'project' ? project : undefined), home: pathIn(home) };
  return (path, field) => {
    const start = tilde.includes(field) ? path.replace(/^~(?=$|[\\/])/, places.home ?? '~') : path;
    return Object.entries(folders).reduce((text, [name, folder]) => {
      const variable = `\${${name}}`;
      return text.replaceAll(variable, () => places[folder] ?? variable);
    }, start);
  };
}

/** Returns the path of a folder on this system; undefined for one of a virtual file system. */
const pathIn = (folder: string | undefined): string | undefined =>
  folder?.startsWith('file:') ? pathOf(folder) : undefined;
