/** The commands of `mcp-config`: what they do, and the options of each. Parsing, help, and completion derive from it. */
import { targetNames } from '../../../common/generated/targets.ts';
import type { Option } from './options.ts';

export interface CommandInfo {
  readonly summary: string;
  /** What follows the name: files, folders, or names. */
  readonly operands?: string;
  /** More about the operands, and about what it does. */
  readonly about?: string;
  /** True if it reads a project, and doesn't say itself what is wrong in a description of agents there. */
  readonly checksDescription?: true;
  /** Its options, with what each does, in the order of the help. */
  readonly options: Readonly<Partial<Record<Option, string>>>;
}

const project = 'Project folder, in which agents start. Default: the current folder.';
const config = `Config of the repository: rules, paths to check, readers, and version of Oh My Pi. Default: .mcp-config.json in the project folder, if it exists. Options override it.`;
const agentVersion = 'Version of Oh My Pi to assume. Default: the installed one, or the newest known.';
const policy =
  'Also compare servers with the allowlist and denylist of this managed settings file (of Claude Code or GitHub Copilot). Nothing is enforced. Repeatable: all files apply.';
const dryRun = 'Show the changes as a diff, without writing them. Exit code 1 if there are some.';
const json = 'text (default) or json.';
const place = { project, config, 'agent-version': agentVersion } as const;
const checking = {
  severity: 'Minimum severity to report: error, warning (default), information, or hint.',
  rule: 'Change the severity of a rule (code=severity), or turn it off. Repeatable.',
  policy,
  machine: 'Also check that programs, folders, and scripts exist on this machine. Nothing is run.',
  'stdin-path': 'File name to assume for standard input. Default: mcp.json.',
} as const;
const paths = `Paths are files, folders, and glob patterns; - is standard input. Without paths, all config files of the project are checked: the ones in Oh My Pi's folders, and every mcp.json and .mcp.json in the project, except in other folders that begin with a dot.`;
const reports = 'text (default), json, sarif, github, or gitlab.';

export const commands = {
  check: {
    summary: 'Report problems.',
    operands: '[paths]',
    about: paths,
    checksDescription: true,
    options: {
      format: reports,
      ...checking,
      agent: "Also report servers that aren't in effect for one of these agents, such as claude-code,vscode.",
      baseline: 'Leave out the findings of this earlier report (sarif or json). Repeatable.',
      output: 'Write the report to this file once it is complete.',
      shard: 'Check only this part of all files, such as 2/4, to use several machines.',
      ...place,
    },
  },
  fix: {
    summary: "Apply the fixes that can't change the meaning of a file, then check.",
    operands: '[paths]',
    about: paths,
    checksDescription: true,
    options: {
      unsafe: 'Also apply fixes that can change the meaning of a file: the preferred one of each problem.',
      also: 'Also apply the preferred fix of this rule. Repeatable.',
      'dry-run': dryRun,
      format: reports,
      ...checking,
      ...place,
    },
  },
  effective: {
    summary: 'List all servers that Oh My Pi finds, whether each is in effect, and why.',
    checksDescription: true,
    options: { format: json, policy, ...place },
  },
  agents: {
    summary: 'Compare what each agent makes of the servers: in effect, off, overridden, skipped, and why.',
    operands: '[folders]',
    about:
      'Without folders, the project as this machine sees it, with your user-level files. With folders, each checkout in them as any machine sees it.',
    options: {
      format: json,
      agent: 'Show only these agents, such as claude-code,vscode.',
      'in-sync': 'Compare the files that only one agent reads with .mcp.json.',
      verify:
        "Also run the installed agents' own lists of servers, after showing the commands and asking, and mark what differs. Exit code 1 if a cell differs, 2 if an agent gives no list.",
      yes: 'With --verify: run the lists without asking.',
      user: 'Also use your user-level files for checkouts.',
      ...place,
    },
  },
  doctor: {
    summary: "Tell why servers don't reach the agents that are used here, and what to do.",
    operands: '[server]',
    options: {
      format: json,
      agent:
        'Diagnose for these agents. Default: those found in the project or on this machine, and the readers in .mcp-config.json.',
      run: 'Also connect to the servers that reach an agent, after showing each and asking.',
      yes: 'With --run: start and contact servers without asking.',
      ...place,
    },
  },
  inventory: {
    summary: 'List all servers of many checkouts: packages, hosts, files, and verdicts of a policy.',
    operands: '[folders]',
    options: {
      format: 'text (default), json, csv, or cyclonedx.',
      baseline: 'Show what was added, removed, and changed since this earlier inventory (json).',
      user: 'Also list the servers in your user-level files.',
      policy,
      'agent-version': agentVersion,
    },
  },
  diff: {
    summary: 'Tell what the changes since a commit mean for servers, agents, and locked tools.',
    operands: '[commit]',
    about: 'Compares the config files that Git would commit now with those of the commit. Default: HEAD.',
    options: { format: 'text (default), json, or markdown.', policy, project, 'agent-version': agentVersion },
  },
  convert: {
    summary: 'Convert servers from the config file of another tool or from a command line, or back.',
    operands: '[file]',
    about: 'Reads standard input without a file. Writes to standard output, or into a file with --into.',
    options: {
      from: "Source format, if it can't be detected.",
      to: `${Object.keys(targetNames).join(', ')}. Default: oh-my-pi.`,
      into: 'Add the servers to this file with minimal changes. Created if missing.',
      'on-conflict': 'What to do with names that already exist: rename (default), skip, or replace.',
      'dry-run': 'With --into: show the changes as a diff, without writing them. Exit code 1 if there are some.',
      project: 'The project whose servers are read, from a file with those of several projects.',
    },
  },
  sync: {
    summary: 'Write the servers of .mcp.json to the project files of other agents.',
    operands: '[file]',
    about: 'Reads .mcp.json in the project, or the file that you name.',
    checksDescription: true,
    options: {
      agent: 'Write the files of these agents, such as cursor,codex. Default: those that exist.',
      from: "Source format, if it can't be detected.",
      'dry-run': dryRun,
      project,
    },
  },
  portable: {
    summary: 'Spell .mcp.json so that all of its readers accept it.',
    operands: '[file]',
    about:
      "Changes .mcp.json in the project, or the file that you name. What can't be had is listed by reader, with exit code 1.",
    checksDescription: true,
    options: {
      agent:
        'The readers, such as claude-code,vscode,visual-studio. Default: the readers in .mcp-config.json, or those that read the file.',
      'remove-comments': 'Also remove comments, if they keep a reader from reading the file.',
      'dry-run': dryRun,
      project,
      config,
    },
  },
  lock: {
    summary: 'Connect to the servers in effect, and write what they tell a model to mcp-lock.json.',
    operands: '[servers]',
    checksDescription: true,
    options: {
      check: 'Compare with mcp-lock.json, without writing it.',
      yes: 'Start and contact servers without asking.',
      ...place,
    },
  },
  schema: { summary: 'Print the JSON Schema of the format.', options: {} },
  completion: {
    summary: 'Print a script with which a shell completes commands and options.',
    operands: 'bash|zsh|fish',
    options: {},
  },
} as const satisfies Readonly<Record<string, CommandInfo>>;

export type Command = keyof typeof commands;

export const commandNames = Object.keys(commands) as readonly Command[];

export const isCommand = (name: string): name is Command => Object.hasOwn(commands, name);

export const commandInfo = (command: Command): CommandInfo => commands[command];
