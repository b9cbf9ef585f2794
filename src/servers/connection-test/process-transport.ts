/**
 * The stdio transport of a test. The MCP client's own keeps the exit code to itself and ends only the process it started;
 * `npx` and `uvx` start the server as a child of theirs. Here the whole group ends, and it is known how.
 */
import { type ChildProcess, spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';
import process from 'node:process';
import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/client';
import spawn from 'cross-spawn';
import type { StdioDefinition } from '../../../common/server-definition.ts';
import type { Environment } from './expand.ts';
import { ConnectionTestError, type TestFailure } from './failure.ts';

/** How long a server gets to end by itself once its input is closed, and again once it is asked to, in milliseconds. */
const grace = 1000;
/** Characters of standard error that are kept for an explanation. */
const keptOfStderr = 4000;
/** Characters that one message may have. */
const longestMessage = 20_000_000;

export class ProcessTransport implements Transport {
  onclose: Transport['onclose'];
  onerror: Transport['onerror'];
  onmessage: Transport['onmessage'];
  /** Why the process ended, or could not be started. */
  failure: TestFailure | undefined;
  readonly #definition: StdioDefinition;
  readonly #environment: Environment;
  readonly #log: (text: string) => void;
  #child: ChildProcess | undefined;
  #exited: Promise<void> = Promise.resolve();
  #stderr = '';
  #buffer = '';
  #closing = false;

  /** @param log gets everything that the server writes to standard error */
  constructor(definition: StdioDefinition, environment: Environment, log: (text: string) => void) {
    this.#definition = definition;
    this.#environment = environment;
    this.#log = log;
  }

  start(): Promise<void> {
    const { command, args, env, cwd } = this.#definition;
    if (cwd !== undefined && !isFolder(cwd)) return this.#refuse({ kind: 'noFolder', cwd });
    const child = spawn(command, [...args], {
      cwd,
      env: { ...this.#environment, ...env },
      stdio: ['pipe', 'pipe', 'pipe'],
      // A group of its own, so that what the server starts can be ended with it.
      detached: process.platform !== 'win32',
      windowsHide: true,
    });
    this.#child = child;
    this.#exited = new Promise((resolve) => child.once('close', () => resolve()));
    child.stdout?.setEncoding('utf8').on('data', (text: string) => this.#receive(text));
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.#stderr = (this.#stderr + text).slice(-keptOfStderr);
      this.#log(text);
    });
    child.stdin?.on('error', () => undefined);
    child.once('close', (code, signal) => {
      // A program that could not be started has said why already.
      if (!this.#closing) this.failure ??= { kind: 'exited', code, signal, stderr: this.#stderr.trim() };
      this.onclose?.();
    });
    return new Promise((resolve, reject) => {
      child.once('spawn', resolve);
      child.once('error', (error: NodeJS.ErrnoException) => {
        this.failure = error.code === 'ENOENT' ? { kind: 'notFound', command } : { kind: 'notAllowed', command };
        reject(new ConnectionTestError(this.failure));
      });
    });
  }

  #refuse(failure: TestFailure): Promise<never> {
    this.failure = failure;
    return Promise.reject(new ConnectionTestError(failure));
  }

  /** Messages are JSON, one a line. */
  #receive(text: string): void {
    const lines = (this.#buffer + text).split('\n');
    this.#buffer = lines.pop() ?? '';
    if (this.#buffer.length > longestMessage) this.#giveUp(this.#buffer);
    for (const line of lines) {
      if (line.trim() === '') continue;
      try {
        this.onmessage?.(JSON.parse(line));
      } catch {
        this.#log(`[not a message] ${line.slice(0, 500)}\n`);
        this.#giveUp(line);
      }
    }
  }

  #giveUp(said: string): void {
    this.failure ??= { kind: 'noProtocol', said: said.slice(0, 200) };
    void this.close();
  }

  async send(message: JSONRPCMessage): Promise<void> {
    this.#child?.stdin?.write(`${JSON.stringify(message)}\n`);
  }

  /** Resolves when the process and all that it started are gone. */
  async close(): Promise<void> {
    const child = this.#child;
    if (child?.pid === undefined) return;
    this.#closing = true;
    child.stdin?.end();
    if (!(await this.#isGone())) this.#signal(child.pid, 'SIGTERM');
    if (!(await this.#isGone())) this.#signal(child.pid, 'SIGKILL');
    // What it started may have outlived it.
    this.#signal(child.pid, 'SIGKILL');
    await this.#exited;
  }

  #isGone(): Promise<boolean> {
    return new Promise((resolve) => {
      const timer = setTimeout(() => resolve(false), grace);
      void this.#exited.then(() => {
        clearTimeout(timer);
        resolve(true);
      });
    });
  }

  #signal(pid: number, signal: NodeJS.Signals): void {
    try {
      if (process.platform === 'win32') spawnSync('taskkill', ['/pid', String(pid), '/t', '/f'], { windowsHide: true });
      else process.kill(-pid, signal);
    } catch {
      // Nobody of the group is left.
    }
  }
}

function isFolder(file: string): boolean {
  try {
    return statSync(file).isDirectory();
  } catch {
    return false;
  }
}
