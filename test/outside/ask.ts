/** Asks an agent for its tool servers: runs its own listing, as `mcp-config agents --verify` does. */
import { readdirSync } from 'node:fs';
import type { AgentId } from '../../common/messages/agents.ts';
import { agentPrograms } from '../../common/node/ask-agent.ts';
import { tableAgents } from '../../server/agents/all-agents.ts';
import type { AgentAnswer } from '../../server/agents/listed-use.ts';
import type { Folders } from './cases.ts';
import type { ProgramId } from './programs.ts';

/** Longer than the slowest listing on a busy machine. */
const timeoutMs = 120_000;

/** @param file path of the program @returns also what it printed */
export async function ask(
  id: ProgramId,
  file: string,
  { home, etc, start, variables }: Folders,
): Promise<{ readonly answer: AgentAnswer; readonly output: string }> {
  const list = tableAgents.find((agent) => agent.id === id)?.facts.list;
  if (list === undefined) throw new Error(`${id} has no list`);
  const programs = agentPrograms({
    cwd: start,
    environment: { PATH: process.env.PATH, HOME: home, ...variables },
    signal: new AbortController().signal,
    timeoutMs,
  });
  const command = [...(file.endsWith('.js') ? [process.execPath, file] : [file]), ...list.args];
  const [program = file, ...args] = readdirSync(etc).length > 0 ? withSystemFiles(etc, command) : command;
  const about = { agent: id as AgentId, name: id, contacts: list.contacts };
  const { output, code } = await programs.list({ ...about, file: program, args });
  const listed = code === 0 || list.failsWithServers === true ? list.read(output) : undefined;
  return { answer: listed ?? 'refused', output: `${output}\n(exit code ${code})` };
}

/** Shows these files in `/etc` to this program only. Requires Linux, and its superuser. */
const withSystemFiles = (etc: string, command: readonly string[]): readonly string[] => {
  const mount = 'mount -t overlay overlay -o "lowerdir=$0:/etc" /etc && exec "$@"';
  return ['unshare', '--mount', 'sh', '-c', mount, etc, ...command];
};
