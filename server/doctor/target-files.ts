/** The files in which servers for an agent are defined. */
import { newFiles } from '../../common/generated/targets.ts';
import { lookUp } from '../../common/guards.ts';
import type { Agent } from '../agents/agent.ts';
import { isTableSource } from '../agents/files/agent-files.ts';
import type { Place, Source } from '../config/servers/sources.ts';

/** Returns the file in which a server of the user is defined; undefined if the agent has none. */
export const fileOfUser = (agent: Agent, place: Place): Source | undefined =>
  agent.sources(place).find((source) => source.section !== 'local' && /^[~$]/.test(source.label) && !isManaged(source));

const isManaged = (source: Source): boolean => isTableSource(source) && source.file.scope === 'managed';

/** Returns the file in which a server of a project is defined; undefined if the agent reads none there. */
export function targetFile(agent: Agent, place: Place): Source | undefined {
  const usual = lookUp<string>(newFiles, agent.id);
  const files = projectFiles(agent, place);
  return files.find(({ label }) => label === usual) ?? files[0];
}

/** The files of the start folder: those in parent folders have the same names. */
export const projectFiles = (agent: Agent, place: Place): readonly Source[] =>
  agent.sources(place).filter(({ level, label }) => level === 'project' && !label.startsWith('../'));
