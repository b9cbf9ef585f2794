/** Asks agents for their lists of servers, one after the other, because some servers use a fixed port or file. */
import type { AgentCommand, AgentOutput } from './agent-listing.ts';
import type { AgentComparison } from './tool-servers.ts';

/** Runs commands of an agent. The user has agreed to them. */
export interface AgentPrograms {
  list(command: AgentCommand): Promise<AgentOutput>;
  /** Returns the first line that the program prints for `--version`; empty if it fails. */
  version(command: AgentCommand): Promise<string>;
}

/**
 * Returns the comparison with all answers. Only agents that say something else are asked for their version, for a report.
 * @param verify compares answers @param progress receives the name of the agent that is asked
 */
export async function verifyAgents(
  commands: readonly AgentCommand[],
  programs: AgentPrograms,
  verify: (answers: readonly AgentOutput[]) => Promise<AgentComparison>,
  progress: (agent: string) => void,
): Promise<AgentComparison> {
  const answers: AgentOutput[] = [];
  for (const command of commands) {
    progress(command.name);
    answers.push(await programs.list(command));
  }
  const comparison = await verify(answers);
  const different = commands.filter(({ agent }) => differs(comparison, agent));
  if (different.length === 0) return comparison;
  const versions = new Map<string, string>();
  for (const command of different) versions.set(command.agent, await programs.version(command));
  return verify(answers.map((answer) => ({ ...answer, version: versions.get(answer.agent) ?? '' })));
}

function differs({ agents, rows }: AgentComparison, agent: string): boolean {
  const column = agents.findIndex(({ id }) => id === agent);
  return rows.some(({ cells }) => cells[column]?.differs !== undefined);
}
