/** What is wrong in the files that describe agents. */
import { fileURLToPath } from 'node:url';
import { positionIn } from '../../files/file-error.ts';
import type { Workspace } from '../../workspace/workspace.ts';

/** Returns one warning for each mistake. */
export async function faultsInDescriptions(workspace: Workspace): Promise<readonly string[]> {
  await workspace.loadAgents();
  return workspace.agentFaults.map(({ uri, offset, message }) => {
    const text = workspace.documents.textOf(uri) ?? '';
    return `${fileURLToPath(uri)}:${positionIn(text, offset)}: ${message}`;
  });
}
