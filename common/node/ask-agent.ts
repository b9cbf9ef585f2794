/** Runs the command with which an agent lists its servers. The caller has asked for consent to exactly these commands. */
import type { ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import process from 'node:process';
import { StringDecoder } from 'node:string_decoder';
import spawn from 'cross-spawn';
import { serverEnvironment } from '../connection-test/launch/expand.ts';
import type { Environment } from '../connection-test/launch/programs.ts';
import type { AgentOutput } from '../messages/agent-listing.ts';
import type { AgentPrograms } from '../messages/verify-agents.ts';
import { descendantsOf, killAll, listProcesses, markName } from './processes.ts';

/** Longer than the slowest listing, which waits for servers that don't answer. */
const timeoutMs = 60_000;
/** Number of characters. A list of 1,000 servers is shorter. */
const maxOutput = 2_000_000;
/** Milliseconds to wait for output after a process has exited, because its children can keep its pipes open forever. */
const drain = 250;

export interface AskOptions {
  /** Absolute path of the folder in which the agent is started. */
  readonly cwd: string;
  /** Without variables that an agent must not get. */
  readonly environment: Environment;
  readonly signal: AbortSignal;
  readonly timeoutMs?: number;
}

/** Returns the environment of this process, without variables that an agent must not get. */
export const agentEnvironment = (): Environment => serverEnvironment(process.env);

/** Runs the commands of agents in a folder. They reject only with the reason of the signal. */
export const agentPrograms = (options: AskOptions): AgentPrograms => ({
  list: async ({ agent, file, args }) => ({ agent, version: '', ...(await run(file, args, options)) }),
  async version({ file }) {
    const { code, output } = await run(file, ['--version'], options);
    const [line = ''] = code === 0 ? output.trim().split('\n') : [];
    return line.slice(0, 100).trim();
  },
});

type Ran = Pick<AgentOutput, 'output' | 'end' | 'code'>;

async function run(
  file: string,
  args: readonly string[],
  { cwd, signal, environment, ...options }: AskOptions,
): Promise<Ran> {
  signal.throwIfAborted();
  const mark = randomUUID();
  const child: ChildProcess = spawn(file, [...args], {
    cwd,
    env: { ...environment, NO_COLOR: '1', TERM: 'dumb', [markName]: mark },
    stdio: ['ignore', 'pipe', 'pipe'],
    // A separate group, so that the servers that the agent starts can be ended with it.
    detached: process.platform !== 'win32',
    windowsHide: true,
  });
  const { pid } = child;
  /** Ends the process and the servers that it has started, which can outlive it. */
  const kill = (): void => {
    if (pid !== undefined) killAll(pid, descendantsOf(pid, listProcesses(mark)));
  };
  process.once('exit', kill);
  // Warnings come first, so that a list in JSON ends the output.
  const output = [child.stderr, child.stdout].map((stream) => ({
    stream,
    decoder: new StringDecoder('utf8'),
    text: '',
  }));
  const ended = await new Promise<Pick<Ran, 'end' | 'code'>>((resolve) => {
    const timer = setTimeout(() => resolve({ end: 'timeout', code: null }), options.timeoutMs ?? timeoutMs);
    const settle = (end: Ran['end'], code: number | null): void => {
      clearTimeout(timer);
      resolve({ end, code });
    };
    signal.addEventListener('abort', () => settle('timeout', null), { once: true });
    child.once('error', () => settle('notStarted', null));
    child.once('close', (code) => settle('exited', code));
    child.once('exit', (code) => setTimeout(() => settle('exited', code), drain));
    for (const part of output)
      part.stream?.on('data', (data: Buffer) => {
        if (part.text.length > maxOutput) return;
        part.text += part.decoder.write(data);
        if (part.text.length > maxOutput) settle('tooLong', null);
      });
  });
  process.off('exit', kill);
  kill();
  for (const { stream } of output) stream?.destroy();
  signal.throwIfAborted();
  return { output: output.map(({ text }) => withoutEscapes(text.slice(0, maxOutput))).join('\n'), ...ended };
}

/** Escape sequences of terminals: those with parameters, those with a text, and single characters. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is removed
const escapes = /\u001b(?:\[[\d;:?<=>]*[ -/]*[@-~]|[\]PX^_][^\u0007\u001b]*(?:\u0007|\u001b\\)?|[^[\]PX^_])/g;

const withoutEscapes = (text: string): string => text.replace(escapes, '');
