/** Which agents have files in a project on disk. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { agentIds } from '../../../common/messages/agents.ts';
import { type AgentFiles, filesOfAgent, sharedFile } from '../../agents/files/project-files.ts';

/** Returns the agents with files in a project, that of the shared file first. @param folder absolute path */
export function agentsWithFiles(folder: string): readonly AgentFiles[] {
  const exists = ({ paths }: AgentFiles): boolean => paths.some((file) => existsSync(path.join(folder, file)));
  const all = agentIds.flatMap((id) => filesOfAgent(id) ?? []).filter(exists);
  return all.toSorted((one, other) => Number(isShared(other)) - Number(isShared(one)));
}

const isShared = ({ newPath }: AgentFiles): boolean => newPath === sharedFile;
