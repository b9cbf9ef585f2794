/** Reads servers from command lines: `claude mcp add …` and its counterparts in other tools, `npx …`, a URL. */

import * as l10n from '@vscode/l10n';
import { attempt } from '../../../common/attempt.ts';
import type { ToolId } from '../../../common/generated/tools.ts';
import { wordSet } from '../../../common/guards.ts';
import { programName } from '../../../common/program-name.ts';
import { transportOfAddress } from '../../config/servers/choose-transport.ts';
import { splitCommandLine, splitCommands } from '../../config/shell-words.ts';
import { type AddCommand, clientSecret, type OptionKey, secretFlag } from '../../tools/add-command.ts';
import { allTools } from '../../tools/all-tools.ts';
import { type Prompts, sourceMembersAt } from '../fields/server-builder.ts';
import { promptsOf } from '../finding/file-settings.ts';
import type { Entry } from '../finding/find-entries.ts';
import type { Remarks } from '../remarks.ts';
import { readJson } from '../tree.ts';
import { commandWords, isMap, mapOf, textOf, type Value, valueIn } from '../value.ts';
import { isRemote, type Options, pairs, parse } from './command-options.ts';
import { nameFromAddress, nameFromCommand } from './guess-name.ts';
import { installLink } from './install-links.ts';
import { isSetup, serverCommand, settings, withVariables } from './plain-command.ts';

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
  if (text.length > limit || isCut(text)) return undefined;
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

/** True for a text that ends where its last line goes on: with the sign of a shell for that. */
const isCut = (text: string): boolean => /(?:^|\s)[\\`^]$/.test(text.slice(-2_000).trimEnd().slice(-2));

function serverOf(words: readonly string[], variables: readonly string[]): CommandServer | undefined {
  const [first = '', second, third] = words;
  const program = programName(first);
  const command = second === 'mcp' ? commands.get(program) : undefined;
  if (command !== undefined && third === 'add') return added(words.slice(3), command);
  if (command?.acceptsJson === true && third === 'add-json') return addedJson(words.slice(3), command.dialect);
  const json = words.indexOf('--add-mcp');
  if (json > 0 && program.startsWith('code')) return fromJson(['', words[json + 1] ?? ''], 'vscode');
  if (words.length === 1 && /^https?:\/\/[^/\s]+/i.test(first))
    return isPage(first) ? undefined : server(undefined, endpoint(first));
  const plain = withVariables(words);
  const found = serverCommand({ ...plain, variables: [...variables, ...plain.variables] });
  return found && server(undefined, { ...process(found.words), env: pairs(found.variables, /=/) });
}

const pageHosts = wordSet(
  'img.shields.io shields.io badgen.net flat.badgen.net badge.fury.io github.com gitlab.com www.npmjs.com npmjs.com pypi.org hub.docker.com marketplace.visualstudio.com open-vsx.org plugins.jetbrains.com chromewebstore.google.com',
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

/** The commands by program, in lower case. */
const commands: ReadonlyMap<string, ToolCommand> = new Map(
  allTools.flatMap(({ id, adds }) => (adds === undefined ? [] : [[adds.program, { dialect: id, ...adds }] as const])),
);

interface ToolCommand extends AddCommand {
  readonly dialect: ToolId;
}

const ofJson: Options = { valued: { '--scope': 'scope', '-s': 'scope' }, flags: [secretFlag] };

function addedJson(words: readonly string[], dialect: ToolId): CommandServer | undefined {
  const found = fromJson(parse(words, ofJson)?.positional ?? [], dialect);
  if (found === undefined || !words.includes(secretFlag)) return found;
  const oauth = found.sourceMembers.get('oauth')?.value;
  const client = new Map([...(isMap(oauth) ? oauth : []), ['clientSecret', clientSecret]]);
  return { ...found, sourceMembers: new Map([...found.sourceMembers, ['oauth', { value: client, at: nowhere }]]) };
}

function added(
  words: readonly string[],
  { dialect, format = dialect, keys = [], ...accepted }: ToolCommand,
): CommandServer | undefined {
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
  return server(name, { ...where, env, headers, ...keysOf(keys, options) }, format);
}

/** Returns the keys that a server gets from options other than those of all tools. */
function keysOf(keys: readonly OptionKey[], options: ReadonlyMap<string, readonly string[]>): Members {
  const members: Record<string, Value> = {};
  const oauth = new Map<string, Value>();
  for (const { from, key = from, in: object, as, value } of keys) {
    const text = value ?? options.get(from)?.[0];
    if (text === undefined || !options.has(from)) continue;
    const read = as === 'list' ? String(text).split(',') : as === 'number' ? Number(text) : text;
    if (object === undefined) members[key] = read;
    else oauth.set(key, read);
  }
  return oauth.size > 0 ? { ...members, oauth } : members;
}
