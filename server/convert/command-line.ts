/** Lines for a terminal as servers: `claude mcp add …` and its like in other tools, a bare `npx …`, an address. */
import type { Dialect } from '../../common/tool-files.ts';
import { programName } from '../config/launch.ts';
import { transportOfAddress } from '../config/transport.ts';
import type { Given } from './draft.ts';
import { nameFromAddress, nameFromCommand, packageIn } from './guess.ts';
import { splitCommands } from './shell.ts';
import { readJson } from './tree.ts';
import { isMap, mapOf, textOf, type Value, valueIn } from './value.ts';

/** A server as a line names it; its keys are those of `dialect`. */
export interface CommandServer {
  readonly name: string;
  readonly dialect: Dialect;
  readonly given: ReadonlyMap<string, Given>;
}

/** Maximum length in characters. */
const limit = 20_000;
const nowhere = { offset: 0, length: 0 };

/** The servers of a text of command lines; undefined where any of its lines is something else. */
export function commandServers(text: string): readonly CommandServer[] | undefined {
  if (text.length > limit) return undefined;
  const commands = splitCommands(text.trim());
  if (commands === undefined || commands.length === 0) return undefined;
  const servers = commands.map(serverOf);
  return servers.every((server) => server !== undefined) ? servers : undefined;
}

function serverOf(words: readonly string[]): CommandServer | undefined {
  const [first = '', second, third] = words;
  const program = programName(first);
  if (second === 'mcp' && third === 'add-json' && program === 'claude') return fromJson(words.slice(3), 'claude-code');
  if (second === 'mcp' && third === 'add' && Object.hasOwn(adders, program)) return adders[program]?.(words.slice(3));
  const json = words.indexOf('--add-mcp');
  if (json > 0 && program.startsWith('code')) return fromJson(['', words[json + 1] ?? ''], 'vscode');
  if (words.length === 1 && /^https?:\/\/[^/\s]+/i.test(first)) return server(undefined, endpoint(first));
  return bare(words);
}

/** What has been gathered, as members of an entry. */
type Entry = Record<string, Value | undefined>;

function server(name: string | undefined, entry: Entry, dialect: Dialect = 'command'): CommandServer | undefined {
  const given = new Map(
    [...mapOf(Object.entries(entry))].map(([key, value]) => [key, { value, at: nowhere }] as const),
  );
  const { command, args, url } = entry;
  const words = [command, ...(Array.isArray(args) ? args : [])].flatMap((word) => textOf(word) ?? []);
  const guess = typeof url === 'string' ? nameFromAddress(url) : nameFromCommand(words);
  return command === undefined && url === undefined ? undefined : { name: name ?? guess, dialect, given };
}

const endpoint = (url: string, transport?: string): Entry => ({ type: transport ?? transportOfAddress(url), url });

function process([command, ...args]: readonly string[]): Entry {
  return { command, args: args.length > 0 ? args : undefined };
}

/** `npx -y thing`, with variables in front as in `TOKEN=x npx -y thing`. */
function bare(words: readonly string[]): CommandServer | undefined {
  const start = words.findIndex((word) => !/^[A-Za-z_]\w*=/.test(word));
  const line = words.slice(start);
  if (start < 0 || line.length < 2 || !(packageIn(line) !== undefined || runsScript(line))) return undefined;
  return server(undefined, { ...process(line), env: pairs(words.slice(0, start), '=') });
}

/** `npm install` and `uv pip` start no server; neither does a shell's script, most often. */
function runsScript([command = '', first]: readonly string[]): boolean {
  const program = programName(command);
  return (
    /^(?:node|deno|tsx|ts-node|py|python[\d.]*)$/.test(program) || (/^(?:uv|bun)$/.test(program) && first === 'run')
  );
}

function fromJson(words: readonly string[], dialect: Dialect): CommandServer | undefined {
  const [name, json] = words.filter((word, index) => index === 0 || !word.startsWith('-'));
  let value: Value | undefined;
  try {
    value = valueIn(readJson(json ?? ''));
  } catch {
    return undefined;
  }
  if (!isMap(value)) return undefined;
  const given = new Map([...value].map(([key, item]) => [key, { value: item, at: nowhere }] as const));
  const own = textOf(value.get('name'));
  given.delete('name');
  const url = textOf(value.get('url'));
  const args = value.get('args');
  const line = [value.get('command'), ...(Array.isArray(args) ? args : [])].flatMap((word) => textOf(word) ?? []);
  if (url === undefined && line.length === 0) return undefined;
  return { name: name || own || (url === undefined ? nameFromCommand(line) : nameFromAddress(url)), dialect, given };
}

/** Options of an `add` command: which take a value, which take several, and which of them are aliases. */
interface Options {
  readonly valued: Readonly<Record<string, string>>;
  readonly flags: ReadonlySet<string>;
}

interface Parsed {
  readonly positional: readonly string[];
  readonly options: ReadonlyMap<string, readonly string[]>;
  /** What stands behind `--`. */
  readonly rest: readonly string[] | undefined;
}

/** Options stand before the words of a command, which may have options of its own; behind an address they may follow. */
function parse(words: readonly string[], { valued, flags }: Options): Parsed | undefined {
  const positional: string[] = [];
  const options = new Map<string, string[]>();
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? '';
    if (word === '--') return { positional, options, rest: words.slice(at + 1) };
    const remote = /^(?:http|sse)$/.test(options.get('transport')?.[0] ?? '') || /^https?:/i.test(positional[1] ?? '');
    const inCommand = positional.length >= 2 && !remote;
    if (!word.startsWith('-') || inCommand) {
      positional.push(word);
      continue;
    }
    const equals = word.startsWith('--') ? word.indexOf('=') : -1;
    const key = equals < 0 ? word : word.slice(0, equals);
    const option = Object.hasOwn(valued, key) ? valued[key] : undefined;
    if (option === undefined) {
      if (!flags.has(key)) return undefined;
      options.set(key, []);
      continue;
    }
    const values = options.get(option) ?? [];
    values.push(equals < 0 ? (words[++at] ?? '') : word.slice(equals + 1));
    // Several variables may follow one option.
    while (option === 'env' && /^[A-Za-z_]\w*=/.test(words[at + 1] ?? '')) values.push(words[++at] ?? '');
    options.set(option, values);
  }
  return { positional, options, rest: undefined };
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

const claude: Options = {
  valued: { ...shared, '--client-id': 'clientId', '--callback-port': 'callbackPort' },
  flags: new Set(['--client-secret']),
};
const gemini: Options = {
  valued: {
    ...shared,
    '--timeout': 'timeout',
    '--description': 'description',
    '--include-tools': 'includeTools',
    '--exclude-tools': 'excludeTools',
  },
  flags: new Set(['--trust']),
};
const codex: Options = {
  valued: { '--env': 'env', '--url': 'url', '--bearer-token-env-var': 'bearer' },
  flags: new Set(),
};

type Adder = (words: readonly string[]) => CommandServer | undefined;

const adders: Readonly<Record<string, Adder>> = {
  claude: (words) => {
    const parsed = parse(words, claude);
    const one = (name: string): string | undefined => parsed?.options.get(name)?.[0];
    const port = one('callbackPort');
    const client = mapOf([
      ['clientId', one('clientId')],
      ['callbackPort', port === undefined ? undefined : Number(port)],
    ]);
    return parsed && added(parsed, { oauth: client.size > 0 ? client : undefined }, 'claude-code');
  },
  gemini: (words) => {
    const parsed = parse(words, gemini);
    const one = (name: string): string | undefined => parsed?.options.get(name)?.[0];
    const list = (name: string): readonly string[] | undefined => one(name)?.split(',');
    const others = {
      timeout: one('timeout'),
      description: one('description'),
      includeTools: list('includeTools'),
      excludeTools: list('excludeTools'),
      trust: parsed?.options.has('--trust') === true ? true : undefined,
    };
    return parsed && added(parsed, others, 'gemini');
  },
  codex: (words) => {
    const parsed = parse(words, codex);
    const url = parsed?.options.get('url')?.[0];
    const others = { bearer_token_env_var: parsed?.options.get('bearer')?.[0] };
    if (parsed === undefined || url === undefined) return parsed && added(parsed, others, 'codex');
    return server(parsed.positional[0], { ...endpoint(url), ...others }, 'codex');
  },
};

function added({ positional, options, rest }: Parsed, others: Entry, dialect: Dialect): CommandServer | undefined {
  const [name, ...more] = positional;
  const line = [...more, ...(rest ?? [])];
  const [target] = line;
  if (name === undefined || target === undefined) return undefined;
  const transport = options.get('transport')?.[0];
  const remote = transport === 'http' || transport === 'sse' || (line.length === 1 && /^https?:\/\//i.test(target));
  const where = remote ? endpoint(target, transport === 'stdio' ? undefined : transport) : process(line);
  const env = pairs(options.get('env') ?? [], '=');
  return server(name, { ...where, env, headers: pairs(options.get('header') ?? [], ':'), ...others }, dialect);
}

/** `K=V` and `K: V`; undefined where there are none. */
function pairs(items: readonly string[], separator: string): Value | undefined {
  const found = items.flatMap((item): [string, string][] => {
    const at = item.indexOf(separator);
    const value = item.slice(at + 1);
    return at < 1 ? [] : [[item.slice(0, at).trim(), separator === ':' ? value.trim() : value]];
  });
  return found.length === 0 ? undefined : mapOf(found);
}
