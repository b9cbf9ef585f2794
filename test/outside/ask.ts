/** Asks an agent for its tool servers: runs its own listing, and reads what it prints. */
import { spawn } from 'node:child_process';
import { attempt } from '../../common/attempt.ts';
import type { Folders } from './cases.ts';
import type { ProgramId } from './programs.ts';

/** `used`: it starts the server. `pending`: it asks the user first. `off`: it lists the server, but doesn't start it. */
export type ListedState = 'used' | 'pending' | 'off';

/** What an agent lists, by name; or that it refuses its configuration. */
export type Answer = Readonly<Record<string, ListedState>> | 'refused';

interface Listing {
  readonly args: readonly string[];
  /** @param output of the standard output and error, without colors */
  read(output: string): Readonly<Record<string, ListedState>> | undefined;
}

const listings: Readonly<Record<ProgramId, Listing>> = {
  'claude-code': {
    args: ['mcp', 'list'],
    read: (output) =>
      statesIn(output, /^(.*?): .* - (⏸|✓|✔|✗|✘|!|.*[Dd]isabled)/gm, { '⏸': 'pending', Disabled: 'off' }),
  },
  'copilot-cli': {
    args: ['mcp', 'list', '--json'],
    read(output) {
      const start = output.search(/^\{/m);
      const listed = attempt(() => JSON.parse(output.slice(start)));
      if (listed === undefined) return undefined;
      return Object.fromEntries(
        Object.entries<{ readonly enabled?: boolean }>(listed.mcpServers ?? {}).map(([name, { enabled }]) => [
          name,
          enabled === false ? 'off' : 'used',
        ]),
      );
    },
  },
  codex: {
    args: ['mcp', 'list', '--json'],
    read(output) {
      const listed = attempt(() => JSON.parse(output.slice(output.search(/^\[/m))));
      if (!Array.isArray(listed)) return undefined;
      return Object.fromEntries(listed.map(({ name, enabled }) => [name, enabled === false ? 'off' : 'used']));
    },
  },
  'gemini-cli': { args: ['mcp', 'list'], read: readGemini },
  opencode: { args: ['mcp', 'list'], read: readOpencode },
  kilo: { args: ['mcp', 'list'], read: readOpencode },
  'qwen-code': { args: ['mcp', 'list'], read: readGemini },
  grok: {
    args: ['mcp', 'doctor', '--json'],
    read(output) {
      // Around it, it logs what it couldn't connect.
      const listed = attempt(() => JSON.parse(/^\{$.*^\}$/ms.exec(output)?.[0] ?? ''));
      const servers: readonly { readonly name: string; readonly checks: readonly { readonly label: string }[] }[] =
        listed?.servers ?? [];
      return listed === undefined
        ? undefined
        : Object.fromEntries(
            servers.map(({ name, checks }) => [
              name,
              checks.some(({ label }) => /untrusted|disabled|blocked/.test(label)) ? 'off' : 'used',
            ]),
          );
    },
  },
};

/** OpenCode, and Kilo Code, which comes from it. */
function readOpencode(output: string): Readonly<Record<string, ListedState>> | undefined {
  if (/Configuration is invalid|ConfigInvalid|ConfigJson/.test(output)) return undefined;
  return statesIn(output, /^●\s+(\S+) (\S+)/gm, { '○': 'off' }, 2, 1);
}

/** Gemini CLI, and Qwen Code, which comes from it. An entry without a target is listed, but not started. */
function readGemini(output: string): Readonly<Record<string, ListedState>> {
  return Object.fromEntries(
    [...output.matchAll(/^\S (.+?): (.*) - (\w+)/gm)].map(([, name = '', target = '', word = '']) => [
      name,
      target.trim() === '' ? 'off' : (geminiWords[word] ?? 'used'),
    ]),
  );
}

const geminiWords: Readonly<Record<string, ListedState>> = { Blocked: 'off', Disabled: 'off', Pending: 'pending' };

function statesIn(
  output: string,
  line: RegExp,
  words: Readonly<Record<string, ListedState>>,
  nameAt = 1,
  wordAt = 2,
): Readonly<Record<string, ListedState>> {
  return Object.fromEntries(
    [...output.matchAll(line)].map((match) => {
      const word = match[wordAt] ?? '';
      return [match[nameAt] ?? '', words[word] ?? (/disabled/i.test(word) ? 'off' : 'used')];
    }),
  );
}

/** Longer than the slowest listing on a busy machine. */
const timeoutMs = 120_000;

/** @param file path of the program @returns also what it printed */
export async function ask(
  id: ProgramId,
  file: string,
  { home, start, variables }: Folders,
): Promise<{ readonly answer: Answer; readonly output: string }> {
  const { args, read } = listings[id];
  const isScript = file.endsWith('.js');
  const child = spawn(isScript ? process.execPath : file, isScript ? [file, ...args] : args, {
    cwd: start,
    env: { PATH: process.env.PATH, HOME: home, NO_COLOR: '1', TERM: 'dumb', ...variables },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  const timer = setTimeout(() => process.kill(-(child.pid ?? 0), 'SIGKILL'), timeoutMs);
  let output = '';
  child.stdout.on('data', (data) => {
    output += data;
  });
  child.stderr.on('data', (data) => {
    output += data;
  });
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
  clearTimeout(timer);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: colors
  const plain = output.replace(/\u001b\[[\d;?]*[A-Za-z]/g, '');
  const listed = read(plain);
  // Grok also fails if a server doesn't answer.
  const isRefusal = code !== 0 && id !== 'grok';
  return { answer: listed === undefined || isRefusal ? 'refused' : listed, output: `${plain}\n(exit code ${code})` };
}
