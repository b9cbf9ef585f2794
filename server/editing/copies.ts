/** Servers as text for another place: a config file that most tools take, or a command line that adds them. */
import type { CopiedServers, ServerAt } from '../../common/tool-servers.ts';
import type { Place } from '../config/sources.ts';
import { quoteWord } from '../convert/shell.ts';
import type { Draft } from './draft.ts';
import { findServer } from './found.ts';
import { quoted, Refusal } from './refusal.ts';

/** What is in the file, secrets too: somebody asked for it. */
interface Copied {
  readonly name: string;
  readonly level: 'project' | 'user';
  readonly server: Readonly<Record<string, unknown>>;
}

/** @param placeOf the place that a folder of the workspace is; `null`: no folder is open */
export function copy(
  draft: Draft,
  servers: readonly ServerAt[],
  as: 'json' | 'command',
  placeOf: (folder: string | null) => Place,
): CopiedServers {
  const copied: Copied[] = [];
  const left: string[] = [];
  for (const server of servers) {
    try {
      const one = readServer(draft, placeOf(server.folder), server);
      if (as === 'command') assertPastable(one);
      copied.push(one);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      left.push(error.message);
    }
  }
  if (copied.length === 0) return { text: null, left };
  if (as === 'json') {
    const mcpServers = Object.fromEntries(copied.map(({ name, server }) => [name, server]));
    return { text: JSON.stringify({ mcpServers }, null, 2), left };
  }
  const lines = copied.map(commandLine);
  return { text: lines.map(({ line }) => line).join('\n'), left: [...left, ...lines.flatMap((line) => line.left)] };
}

/** The entry as a value. @throws Refusal where its tool writes servers in another form */
function readServer(draft: Draft, place: Place, { uri, name }: ServerAt): Copied {
  const { file, definition } = findServer(draft, place, uri, name);
  const { source } = file;
  const { value } = definition;
  const text = value && draft.text(uri)?.slice(value.offset, value.offset + value.length);
  if (text === undefined || source.layout === 'opencode' || source.layout === 'codex')
    throw new Refusal(`${quoted(name)} was not copied: ${source.tool} writes servers in a form of its own.`);
  const server: unknown = JSON.parse(text);
  if (typeof server !== 'object' || server === null || Array.isArray(server))
    throw new Refusal(`${quoted(name)} was not copied: it is not an object.`);
  return { name, level: source.level, server: { ...server } };
}

/** In quotes they are text to a shell, and still orders to the terminal that they are pasted into. @throws Refusal */
function assertPastable({ name, server }: Copied): void {
  if (/\\u00(?:[01][\da-f]|7f)|\\[bfnr]|\x7f/.test(JSON.stringify([name, server]).replaceAll('\\\\', '')))
    throw new Refusal(`${quoted(name)} was not copied: it holds control characters, which a terminal would act on.`);
}

/** `claude mcp add …`, which other tools read as well. The name comes behind an option that takes one value only. */
function commandLine({ name, level, server }: Copied): { readonly line: string; readonly left: readonly string[] } {
  const { command, args, env, url, headers, type, enabled, ...rest } = server;
  const words = ['claude', 'mcp', 'add'];
  for (const [key, value] of pairs(env)) words.push('--env', `${key}=${value}`);
  for (const [key, value] of pairs(headers)) words.push('--header', `${key}: ${value}`);
  words.push('--scope', level);
  const transport = typeof url === 'string' ? (type === 'sse' ? 'sse' : 'http') : 'stdio';
  words.push('--transport', transport, name);
  if (typeof url === 'string') words.push(url);
  else words.push('--', String(command ?? ''), ...(Array.isArray(args) ? args.map(String) : []));
  const unsaid = Object.keys(rest);
  const line = words.map(quoteWord).join(' ');
  return {
    line,
    left: unsaid.length === 0 ? [] : [`The command line of ${quoted(name)} leaves out: ${unsaid.join(', ')}.`],
  };
}

function pairs(value: unknown): readonly (readonly [string, string])[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).map(([key, text]) => [key, String(text)] as const);
}
