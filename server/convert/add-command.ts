/** Reads servers from command lines: `claude mcp add …` and its counterparts in other tools, `npx …`, a URL. */

import * as l10n from '@vscode/l10n';
import { attempt } from '../../common/attempt.ts';
import type { ToolId } from '../../common/generated/tools.ts';
import { own, wordSet } from '../../common/guards.ts';
import { programName } from '../../common/program-name.ts';
import { transportOfAddress } from '../config/choose-transport.ts';
import { splitCommandLine, splitCommands } from '../config/shell-words.ts';
import { isRemote, type Options, pairs, parse } from './command-options.ts';
import { promptsOf } from './file-settings.ts';
import type { Entry } from './find-entries.ts';
import { nameFromAddress, nameFromCommand } from './guess-name.ts';
import { installLink } from './install-links.ts';
import { isSetup, serverCommand, settings, withVariables } from './plain-command.ts';
import type { Remarks } from './remarks.ts';
import { type Prompts, sourceMembersAt } from './server-draft.ts';
import { readJson } from './tree.ts';
import { commandWords, isMap, mapOf, textOf, type Value, valueIn } from './value.ts';

/** A server from a command line, with the keys of `dialect`. */
export interface CommandServer extends Entry {
  readonly dialect: ToolId;
  /** Descriptions of the values that it prompts for, by ID. */
  readonly prompts?: Prompts | undefined;
}

/** Maximum length in characters. */
const limit = 20_000;
const nowhere = { offset: 0, length: 0 };

/** Returns the servers of a text of command lines; undefined if any of its lines is neither a server nor its setup. */
export function commandServers(text: string, remarks: Remarks): readonly CommandServer[] | undefined {
  if (text.length > limit) return undefined;
  const link = installLink(text.trim());
  if (link !== undefined) {
    const linked = fromJson([link.name ?? '', link.json], link.dialect, link.inputs);
    return linked && [{ ...linked, sourceMembers: withOwnArgs(linked.sourceMembers) }];
  }
  const commands = splitCommands(text.trim());
  if (commands === undefined) return undefined;
  const servers: CommandServer[] = [];
  // Set by earlier commands of the same line.
  const variables: string[] = [];
  const skipped: (readonly string[])[] = [];
  for (const words of commands) {
    const set = settings(words);
    variables.push(...(set ?? []));
    if (set !== undefined) continue;
    const server = serverOf(words, variables);
    if (server !== undefined) servers.push(server);
    else if (isSetup(words)) skipped.push(words);
    else return undefined;
  }
  if (servers.length === 0) return undefined;
  for (const [program = '', ...rest] of skipped)
    remarks.add(
      'skipped',
      { server: null, field: [program, ...rest.slice(0, 1)].join(' ') },
      l10n.t('Run this command yourself.'),
    );
  return servers;
}

function serverOf(words: readonly string[], variables: readonly string[]): CommandServer | undefined {
  const [first = '', second, third] = words;
  const program = programName(first);
  const [add, jsonDialect] = [own(addCommands, program), own(jsonAdders, program)];
  if (second === 'mcp' && third === 'add' && add !== undefined) return added(words.slice(3), add);
  if (second === 'mcp' && third === 'add-json' && jsonDialect !== undefined)
    return addedJson(words.slice(3), jsonDialect);
  const json = words.indexOf('--add-mcp');
  if (json > 0 && program.startsWith('code')) return fromJson(['', words[json + 1] ?? ''], 'vscode');
  if (words.length === 1 && /^https?:\/\/[^/\s]+/i.test(first))
    return isPage(first) ? undefined : server(undefined, endpoint(first));
  const plain = withVariables(words);
  const found = serverCommand({ ...plain, variables: [...variables, ...plain.variables] });
  return found && server(undefined, { ...process(found.words), env: pairs(found.variables, /=/) });
}

const pageHosts = wordSet(
  'img.shields.io shields.io badgen.net flat.badgen.net badge.fury.io github.com gitlab.com www.npmjs.com npmjs.com pypi.org hub.docker.com',
);

/** True for the URL of a picture, such as a badge in a README, and of a page about a server. */
function isPage(url: string): boolean {
  const [address = ''] = url.split(/[?#]/);
  const [, , host = '', ...path] = address.split('/');
  return (
    /\.(?:svg|png|jpe?g|gif|webp|ico)$/i.test(address) ||
    pageHosts.has(host.toLowerCase()) ||
    path.some((part) => /^badges?$/i.test(part))
  );
}

type Members = Readonly<Record<string, Value | undefined>>;

function server(name: string | undefined, members: Members, dialect: ToolId = 'command'): CommandServer | undefined {
  const [url, words] = [textOf(members.url), commandWords(members.command, members.args)];
  if (url === undefined && words.length === 0) return undefined;
  const guess = url === undefined ? nameFromCommand(words) : nameFromAddress(url);
  const sourceMembers = sourceMembersAt(mapOf(Object.entries(members)), nowhere);
  return { name: name || guess, dialect, at: nowhere, sourceMembers };
}

const endpoint = (url: string, transport?: string): Members => ({ type: transport ?? transportOfAddress(url), url });

function process([command, ...args]: readonly string[]): Members {
  return { command, args: args.length > 0 ? args : undefined };
}

function fromJson([name, json = '']: readonly string[], dialect: ToolId, asked = '[]'): CommandServer | undefined {
  const value = jsonIn(json);
  if (!isMap(value)) return undefined;
  const { name: ownName, inputs = jsonIn(asked), ...entry } = Object.fromEntries(value);
  const found = server(name || textOf(ownName), entry, dialect);
  return found && { ...found, prompts: promptsOf(inputs) };
}

/** Parses JSON, in which PowerShell requires a backslash before each quote, even in single quotes. */
function jsonIn(text: string): Value | undefined {
  const json = /^\s*[{[]\s*\\"/.test(text) ? text.replaceAll('\\"', '"') : text;
  return attempt(() => valueIn(readJson(json)));
}

/** Splits a command that contains its arguments, as in many of Cursor's links. */
function withOwnArgs(sourceMembers: CommandServer['sourceMembers']): CommandServer['sourceMembers'] {
  const command = textOf(sourceMembers.get('command')?.value) ?? '';
  const [line, ...more] = sourceMembers.has('args') || !/\s/.test(command) ? [] : (splitCommands(command) ?? []);
  if (line === undefined || more.length > 0) return sourceMembers;
  const [program = '', ...args] = line;
  return new Map([
    ...sourceMembers,
    ['command', { value: program, at: nowhere }],
    ['args', { value: args, at: nowhere }],
  ]);
}

/** A program whose `mcp add` adds a server. */
interface AddCommand extends Options {
  readonly dialect: ToolId;
  /** The keys of options other than those of all programs. */
  readonly entry?: (option: (name: string) => string | undefined, has: (flag: string) => boolean) => Members;
}

const shared = {
  '--transport': 'transport',
  '-t': 'transport',
  '--scope': 'scope',
  '-s': 'scope',
  '--env': 'env',
  '-e': 'env',
  '--header': 'header',
  '-H': 'header',
};

/** Gemini CLI, and its fork Qwen Code, which has the same options. */
const gemini: Omit<AddCommand, 'dialect'> = {
  valued: {
    ...shared,
    '--timeout': 'timeout',
    '--description': 'description',
    '--include-tools': 'includeTools',
    '--exclude-tools': 'excludeTools',
  },
  flags: ['--trust'],
  entry: (option, has) => ({
    timeout: option('timeout'),
    description: option('description'),
    includeTools: option('includeTools')?.split(','),
    excludeTools: option('excludeTools')?.split(','),
    trust: has('--trust') ? true : undefined,
  }),
};

/** Claude Code prompts for the client secret, or reads it from this variable. */
const secretFlag = '--client-secret';
// biome-ignore lint/suspicious/noTemplateCurlyInString: the syntax of a value that is prompted for
const clientSecret = '${input:MCP_CLIENT_SECRET}';

const addCommands: Readonly<Record<string, AddCommand>> = {
  amp: { dialect: 'amp', valued: { '--env': 'env', '--header': 'header' }, flags: ['--workspace'] },
  droid: {
    dialect: 'command',
    isOneWord: true,
    valued: { '--env': 'env', '-e': 'env', '--header': 'header', '-H': 'header', '--type': 'transport' },
  },
  claude: {
    dialect: 'claude-code',
    valued: { ...shared, '--client-id': 'clientId', '--callback-port': 'callbackPort' },
    flags: [secretFlag],
    entry: (option, has) => {
      const port = option('callbackPort');
      const client = mapOf([
        ['clientId', option('clientId')],
        ['clientSecret', has(secretFlag) ? clientSecret : undefined],
        ['callbackPort', port === undefined ? undefined : Number(port)],
      ]);
      return { oauth: client.size > 0 ? client : undefined };
    },
  },
  codex: {
    dialect: 'codex',
    valued: { '--env': 'env', '--url': 'url', '--bearer-token-env-var': 'bearer' },
    entry: (option) => ({ bearer_token_env_var: option('bearer') }),
  },
  copilot: {
    dialect: 'copilot-cli',
    valued: { ...shared, '--tools': 'tools', '--timeout': 'timeout' },
    flags: ['--json'],
    entry: (option) => ({ timeout: option('timeout'), tools: option('tools')?.split(',') }),
  },
  gemini: { dialect: 'gemini-cli', ...gemini },
  opencode: {
    dialect: 'opencode',
    valued: { '--env': 'env', '--url': 'url', '--header': 'header' },
    flags: ['--global'],
  },
  qwen: { dialect: 'qwen-code', ...gemini },
};

/** Programs whose `mcp add-json` accepts a name and a server. */
const jsonAdders: Readonly<Record<string, ToolId>> = { claude: 'claude-code', qwen: 'qwen-code' };
const ofJson: Options = { valued: { '--scope': 'scope', '-s': 'scope' }, flags: [secretFlag] };

function addedJson(words: readonly string[], dialect: ToolId): CommandServer | undefined {
  const found = fromJson(parse(words, ofJson)?.positional ?? [], dialect);
  if (found === undefined || !words.includes(secretFlag)) return found;
  const oauth = found.sourceMembers.get('oauth')?.value;
  const client = new Map([...(isMap(oauth) ? oauth : []), ['clientSecret', clientSecret]]);
  return { ...found, sourceMembers: new Map([...found.sourceMembers, ['oauth', { value: client, at: nowhere }]]) };
}

function added(words: readonly string[], { dialect, entry, ...accepted }: AddCommand): CommandServer | undefined {
  const { positional, options, rest = [] } = parse(words, accepted) ?? {};
  if (positional === undefined || options === undefined) return undefined;
  const option = (name: string): string | undefined => options.get(name)?.[0];
  const [name, ...more] = positional;
  const written = [...more, ...rest];
  const [only = ''] = written;
  const line = accepted.isOneWord === true && written.length === 1 ? (splitCommandLine(only) ?? written) : written;
  const target = option('url') ?? line[0];
  if (target === undefined || (name === undefined && !options.has('url'))) return undefined;
  const transport = option('transport');
  const remote = options.has('url') || isRemote(transport) || (line.length === 1 && /^https?:\/\//i.test(target));
  const where = remote ? endpoint(target, transport === 'stdio' ? undefined : transport) : process(line);
  const env = pairs(options.get('env') ?? [], /=/);
  const headers = pairs(options.get('header') ?? [], /[:=]/);
  return server(name, { ...where, env, headers, ...entry?.(option, (flag) => options.has(flag)) }, dialect);
}
