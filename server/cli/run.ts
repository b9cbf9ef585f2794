/** Runs the command of a command line. */

import { statSync } from 'node:fs';
import path from 'node:path';
import { attempt } from '../../common/attempt.ts';
import { wordSet } from '../../common/guards.ts';
import { maskTokens } from '../../common/text/mask-secrets.ts';
import { ConversionError } from '../convert/failure.ts';
import { FileError } from '../files/file-error.ts';
import { faultsInDescription } from './agents/agent-descriptions.ts';
import {
  type Arguments,
  type CheckArguments,
  type EffectiveArguments,
  type FixArguments,
  type LockArguments,
  parseArguments,
} from './arguments/arguments.ts';
import { commandInfo, isCommand } from './arguments/commands.ts';
import { inThisVersion } from './arguments/earlier-spellings.ts';
import { UsageError } from './arguments/options.ts';
import { Project, type ProjectOptions } from './check/project.ts';
import { loadPolicy } from './files/load-policy.ts';
import { loadRepositoryConfig } from './files/load-repository-config.ts';
import { complain, exit, Interruption, type Terminal } from './output/terminal.ts';
import { withoutWorkflowCommands } from './output/workflow-commands.ts';

const { clean, failed } = exit;

/** Returns the exit code. @param argv the arguments after the program's name */
export async function runCommandLine(argv: readonly string[], given: Terminal): Promise<number> {
  const terminal = withoutWorkflowCommands(given);
  try {
    const { argv: spelled, notes } = inThisVersion(argv);
    for (const note of notes) complain(terminal, note);
    const args = parseArguments(spelled);
    const code = await carryOut(args, terminal);
    const checks = isCommand(args.command) && commandInfo(args.command).checksDescription === true;
    const faults = checks ? await faultsInDescription(folderOf(args, terminal)) : [];
    for (const fault of faults) complain(withoutTokens(terminal), fault);
    return faults.length > 0 ? failed : code;
  } catch (error) {
    if (error instanceof Interruption) {
      complain(terminal, error.message);
      return exit[error.signal];
    }
    if (!(error instanceof UsageError || error instanceof FileError || error instanceof ConversionError)) throw error;
    complain(terminal, error.message);
    if (error instanceof UsageError) terminal.error(`Run mcp-config ${usageOf(argv)}--help for usage.\n`);
    return failed;
  }
}

/** Returns the command whose help says more. */
function usageOf(argv: readonly string[]): string {
  const [command = ''] = inThisVersion(argv).argv;
  return isCommand(command) ? `${command} ` : '';
}

const folderOf = (args: Arguments, { cwd }: Terminal): string =>
  path.resolve(cwd, ('project' in args ? args.project : undefined) ?? '.');

/** Commands that can write a file to standard output. They mask secrets in what they say about it. */
const writesFileContents = wordSet('convert sync portable fix schema completion');

/** Returns a terminal on which tokens are masked, also in names and in values that are quoted. */
const withoutTokens = (terminal: Terminal): Terminal => ({
  ...terminal,
  out: (text, hasCommands) => terminal.out(maskTokens(text), hasCommands),
  error: (text, hasCommands) => terminal.error(maskTokens(text), hasCommands),
});

async function carryOut(args: Arguments, given: Terminal): Promise<number> {
  const terminal = writesFileContents.has(args.command) ? given : withoutTokens(given);
  // `convert` uses it only as the name of a project in a file, which may be from another computer.
  const project = args.command !== 'convert' && 'project' in args ? args.project : undefined;
  // A folder that doesn't exist would count as a project without files.
  if (project !== undefined && !attempt(() => statSync(path.resolve(terminal.cwd, project)).isDirectory()))
    throw new UsageError(`${project}: no such folder. Option --project requires a folder.`);
  const open = (options: ProjectArguments): Promise<Project> => Project.open(projectOptions(options, terminal));
  switch (args.command) {
    case 'help':
      terminal.out((await import('./arguments/help.ts')).helpOf(args.of));
      return clean;
    case 'version':
      terminal.out(`${terminal.version}\n`);
      return clean;
    case 'schema':
      terminal.out(terminal.schema());
      return clean;
    case 'completion':
      terminal.out((await import('./arguments/completion.ts')).completionScript(args.shell));
      return clean;
    case 'effective':
      return (await import('./agents/effective-command.ts')).effective(await open(args), args, terminal);
    case 'inventory':
      return (await import('./inventory/inventory-command.ts')).inventory(args, terminal);
    case 'diff':
      return (await import('./diff/diff-command.ts')).runDiff(args, terminal);
    case 'agents':
      if (args.inSync) return (await import('./agents/in-sync.ts')).compareFiles(args, terminal);
      if (args.verify) return (await import('./agents/verify-agents.ts')).verifyInstalledAgents(args, terminal);
      return (await import('./agents/agents-command.ts')).compareAgents(args, terminal);
    case 'doctor':
      return (await import('./doctor/doctor-command.ts')).runDoctor(args, terminal);
    case 'lock':
      return (await import('./lock/lock-command.ts')).lockServers(await open(args), args, terminal);
    case 'convert':
      return (await import('./convert/convert-command.ts')).convertFile(args, terminal);
    case 'sync':
      return (await import('./convert/sync-command.ts')).syncAgents(args, terminal);
    case 'portable':
      return (await import('./convert/portable-command.ts')).makeFilePortable(args, terminal);
    case 'check':
      return (await import('./check/check-command.ts')).runCheck(args, projectOptions(args, terminal), terminal);
    case 'fix':
      return (await import('./check/fix-command.ts')).fix(args, projectOptions(args, terminal), terminal);
  }
}

type ProjectArguments = EffectiveArguments | CheckArguments | FixArguments | LockArguments;

/** Returns plain data, because worker threads get a copy. */
function projectOptions(args: ProjectArguments, { cwd, home }: Terminal): ProjectOptions {
  const { config, agentVersion } = args;
  const folder = path.resolve(cwd, args.project ?? '.');
  const repository = loadRepositoryConfig(folder, config === undefined ? undefined : path.resolve(cwd, config));
  const { rules, machine } = 'rules' in args ? args : { rules: {}, machine: false };
  const policies = 'policies' in args ? args.policies : [];
  const policy = loadPolicy(policies.map((file) => path.resolve(cwd, file)));
  const agents = 'agents' in args ? args.agents : [];
  return { folder, cwd, home, agentVersion, repository, policy, rules, machine, agents };
}
