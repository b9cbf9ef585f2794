/** `mcp-config agents --verify`: what each agent makes of the servers of a folder, beside what the installed agents list. */
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { issueAddress } from '../../../common/issue-address.ts';
import type { AgentCommand, AgentCommands } from '../../../common/messages/agent-listing.ts';
import { agentName } from '../../../common/messages/agents.ts';
import { verifyAgents } from '../../../common/messages/verify-agents.ts';
import { visible } from '../../../common/text/escape.ts';
import { AgentVerification } from '../../views/agent-verification.ts';
import type { AgentsArguments } from '../arguments/agent-arguments.ts';
import { UsageError } from '../arguments/options.ts';
import { machineWorkspace } from '../files/workspaces.ts';
import { exit, type Terminal } from '../output/terminal.ts';
import { checkoutOf, writeComparison } from './agents-command.ts';

/** Returns 1 if an agent says something else, and 2 if one gave no answer or none was asked. @throws UsageError, FileError */
export async function verifyInstalledAgents(args: AgentsArguments, terminal: Terminal): Promise<number> {
  const folder = path.resolve(terminal.cwd, args.paths[0] ?? '.');
  const workspace = await machineWorkspace(folder, terminal.home, args);
  workspace.trusted = true;
  const verification = new AgentVerification({ workspace });
  const { commands, missing } = chosen(await verification.commands(), args);
  if (commands.length === 0) {
    terminal.error(`No agent with a list of its servers is installed. Looked for ${missing.join(', ')}.\n`);
    return exit.failed;
  }
  const signal = terminal.interruption?.() ?? new AbortController().signal;
  if (!args.yes) {
    if (terminal.ask === undefined)
      throw new UsageError(
        'agents --verify runs the lists of agents. Use --yes, or run it on a terminal and answer. Nothing was run.',
      );
    terminal.error(consentText(commands, folder, terminal.home));
    const answer = await terminal.ask('Run these commands? [y/N] ', signal);
    signal.throwIfAborted();
    if (!/^y(?:es)?$/i.test(answer.trim())) {
      terminal.error('Nothing was run.\n');
      return exit.failed;
    }
  }
  const { agentEnvironment, agentPrograms } = await import('../../../common/node/ask-agent.ts');
  const programs = agentPrograms({ cwd: folder, environment: agentEnvironment(), signal });
  const uri = pathToFileURL(folder).href;
  const comparison = await verifyAgents(
    commands,
    programs,
    (answers) => verification.verify({ folder: uri, answers }),
    (agent) => terminal.showsProgress === true && terminal.error(`Asking ${agent}…\n`),
  );
  const checkout = checkoutOf({ comparison, folder, name: '.' }, args, terminal);
  const servers = checkout.servers.map((server) => ({
    ...server,
    agents: server.agents.map((cell) =>
      cell.differs ? { ...cell, reportUrl: issueAddress(terminal.manifest, cell.differs.report) ?? null } : cell,
    ),
  }));
  writeComparison([{ ...checkout, servers }], args, terminal);
  const cells = checkout.servers.flatMap(({ agents }) => agents);
  if (checkout.asked?.some(({ answered }) => !answered)) return exit.failed;
  return cells.some(({ differs }) => differs !== undefined) ? exit.found : exit.clean;
}

function chosen({ commands, missing }: AgentCommands, { agents }: AgentsArguments): AgentCommands {
  return {
    commands: agents.length === 0 ? commands : commands.filter(({ agent }) => agents.includes(agent)),
    missing: agents.length === 0 ? missing : agents.map(agentName),
  };
}

const effects: Readonly<Record<AgentCommand['contacts'], string>> = {
  nothing: 'reads files only',
  urls: 'requests the URLs of servers',
  servers: 'starts and contacts the servers that it uses',
};

function consentText(commands: readonly AgentCommand[], folder: string, home: string): string {
  const shown = (file: string): string =>
    visible(file.startsWith(`${home}${path.sep}`) ? `~${file.slice(home.length)}` : file);
  const lines = commands.map(
    ({ name, file, args, contacts }) => `  ${shown(file)} ${args.join(' ')}  (${name}: ${effects[contacts]})`,
  );
  return `In ${shown(folder)}, these commands are run. The version of agents that say something else is asked with --version.\n${lines.join('\n')}\n`;
}
