import type { Agent } from '../agents/agent.ts';
import type { Workspace } from '../workspace/workspace.ts';

/** Returns all agents, with their files for a project loaded and read again from disk. @param folder null without a project */
export async function readyAgents(workspace: Workspace, folder: string | null): Promise<readonly Agent[]> {
  await workspace.agents.load();
  for (const agent of workspace.agents.all)
    await workspace.readyFor(agent, [workspace.places.ofProject(folder ?? undefined)]);
  workspace.refreshFromDisk();
  return workspace.agents.all;
}
