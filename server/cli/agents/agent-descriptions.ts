/** What is wrong in the files that describe agents. */
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { ownAgentsName } from '../../../common/messages/agents.ts';
import { readTextIfExists } from '../../files/disk.ts';
import { errorAt, positionIn } from '../../files/file-error.ts';
import type { Workspace } from '../../workspace/workspace.ts';
import { configFaults } from '../files/load-repository-config.ts';
import { leadsOutside } from '../files/outside-links.ts';

/** The same for commands that open no workspace, of one project. */
export async function faultsInDescription(folder: string): Promise<readonly string[]> {
  const file = path.join(folder, ownAgentsName);
  if (leadsOutside(file, folder)) return [];
  const text = readTextIfExists(file);
  if (text === undefined) return [];
  const { readOwnAgents } = await import('../../agents/own-agents.ts');
  return readOwnAgents(text, false).faults.map(({ offset, message }) => errorAt(file, text, offset, message).message);
}

/** Returns what is wrong in the two files of a project that say how its config is read. */
export const faultsInProject = async (folder: string): Promise<readonly string[]> => [
  ...configFaults(folder),
  ...(await faultsInDescription(folder)),
];

/** Returns one warning for each mistake. */
export async function faultsInDescriptions(workspace: Workspace): Promise<readonly string[]> {
  await workspace.agents.load();
  return workspace.agents.faults.map(({ uri, offset, message }) => {
    const text = workspace.documents.textOf(uri) ?? '';
    return `${fileURLToPath(uri)}:${positionIn(text, offset)}: ${message}`;
  });
}
