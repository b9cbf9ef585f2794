import type { Agent } from '../agents/agent.ts';
import type { Workspace } from '../workspace/workspace.ts';

/** Returns all agents, with their files loaded and read again from disk. */
export async function readyAgents(workspace: Workspace): Promise<readonly Agent[]> {
  await workspace.agents.load();
  for (const agent of workspace.agents.all) await workspace.readyFor(agent);
  workspace.refreshFromDisk();
  return workspace.agents.all;
}
