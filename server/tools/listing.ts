/** The list of servers that an agent itself prints: the command, and how its output is read. Most agents have no list in JSON. */
import { attempt } from '../../common/attempt.ts';
import { isRecord } from '../../common/guards.ts';

/** `used`: the agent starts the server. `pending`: it asks the user first. `off`: it lists the server, but doesn't start it. */
export type ListedState = 'used' | 'pending' | 'off';

export type ListedServers = Readonly<Record<string, ListedState>>;

/** Only reads: it changes no files of the user or the project that the agent reads servers from. */
export interface Listing {
  /** Arguments of the agent's command. */
  readonly args: readonly string[];
  /** What it does with the servers. `urls`: it requests their URLs, to see whether they need a sign-in. `servers`: it also starts them. */
  readonly contacts: 'nothing' | 'urls' | 'servers';
  /** True if it also exits with an error if a server doesn't answer. */
  readonly failsWithServers?: true;
  /** @param output without escape codes @returns undefined if it isn't a list, such as the message that a file isn't valid */
  read(output: string): ListedServers | undefined;
}

/** Longer lines have no name that is worth reading. */
const maxLine = 20_000;

/** Reads the lines that are about a server. @param read returns undefined for another line */
export function statesInLines(
  output: string,
  read: (line: string) => readonly [name: string, state: ListedState] | undefined,
): ListedServers {
  const lines = output.split(/\r?\n/).filter((line) => line.length <= maxLine);
  return Object.fromEntries(lines.flatMap((line) => [read(line) ?? []].filter(isEntry)));
}

const isEntry = (entry: readonly unknown[]): entry is readonly [string, ListedState] => entry.length === 2;

/** Splits `name: target - status`. A target may contain the separator, and so may a status that begins with a mark. */
export function splitLine(
  line: string,
  isStatus: (text: string) => boolean,
): { readonly name: string; readonly target: string; readonly status: string } | undefined {
  const colon = line.indexOf(': ');
  if (colon < 0) return undefined;
  for (let at = line.lastIndexOf(' - '); at > colon; at = line.lastIndexOf(' - ', at - 1)) {
    const status = line.slice(at + 3);
    if (isStatus(status)) return { name: line.slice(0, colon), target: line.slice(colon + 2, at).trim(), status };
  }
  return undefined;
}

/** Reads the JSON in an output that may begin with warnings. @param start what it begins with, at the start of a line */
export function jsonIn(output: string, start: '{' | '['): unknown {
  const at = output.startsWith(start) ? 0 : output.indexOf(`\n${start}`);
  // Grok also logs after it.
  const end = output.lastIndexOf(start === '{' ? '\n}' : '\n]') + 2;
  const texts = at < 0 ? [] : [output.slice(at), output.slice(at, end)];
  return texts.map((text) => attempt(() => JSON.parse(text) as unknown)).find((value) => value !== undefined);
}

/** Returns the state of a server that is listed with `enabled`. */
export const enabledState = (server: unknown): ListedState =>
  isRecord(server) && server.enabled === false ? 'off' : 'used';

/** How Gemini CLI, and Qwen Code, which comes from it, list servers. An entry without a target is listed, but not started. */
export function readGeminiList(output: string): ListedServers {
  return statesInLines(output, (line) => {
    if (!/^\S /.test(line)) return undefined;
    const parts = splitLine(line.slice(2), (status) => /^\w/.test(status));
    if (parts === undefined) return undefined;
    const [word = ''] = parts.status.split(' ', 1);
    // The name of an extension follows.
    const name = parts.name.replace(/ \(from [^()]*\)$/, '');
    return [name, parts.target === '' ? 'off' : (geminiStates.get(word) ?? 'used')];
  });
}

const geminiStates: ReadonlyMap<string, ListedState> = new Map([
  ['Blocked', 'off'],
  ['Disabled', 'off'],
  ['Pending', 'pending'],
]);

/** How OpenCode, and Kilo Code, which comes from it, list servers. */
export function readOpencodeList(output: string): ListedServers | undefined {
  if (/Configuration is invalid|ConfigInvalid|ConfigJson/.test(output)) return undefined;
  return statesInLines(output, (line) => {
    const [, mark, rest] = /^●\s+(\S) (.*)$/.exec(line) ?? [];
    if (rest === undefined) return undefined;
    const status = opencodeStatuses.find((each) => rest.endsWith(` ${each}`)) ?? / .*/.exec(rest)?.[0] ?? '';
    return [rest.slice(0, rest.length - status.length).trim(), mark === '○' ? 'off' : 'used'];
  });
}

/** Names may contain blanks. */
const opencodeStatuses = [
  'connected',
  'disabled',
  'failed',
  'not initialized',
  'needs authentication',
  'needs client registration',
];
