/**
 * Stdio transport of connection tests. The MCP client's own doesn't report the exit code and ends only the process that
 * it started, but `npx` and `uvx` start the server as a child process. This one ends the whole process group.
 */

import type { ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { statSync } from 'node:fs';
import process from 'node:process';
import type { JSONRPCMessage } from '@modelcontextprotocol/client';
import spawn from 'cross-spawn';
import { attempt } from '../attempt.ts';
import { ConnectionTestError } from '../connection-test/failure.ts';
import type { Environment, ProgramFailure, ProgramTransport } from '../connection-test/launch/programs.ts';
import type { StdioDefinition } from '../messages/server-definition.ts';
import { descendantsOf, exists, killAll, listProcesses, markName, signalGroup } from './processes.ts';

/** Milliseconds that a server has to exit after its input is closed, and again after it is asked to exit. */
const grace = 1000;
/** Milliseconds to wait for output after a process has exited, because its children can keep its pipes open forever. */
const drain = 250;
/** Number of characters of standard error to keep for the error message. */
const keptOfStderr = 4000;
/** Maximum number of characters in a message. */
const maxMessageLength = 20_000_000;

export class ProcessTransport implements ProgramTransport {
  onclose: ProgramTransport['onclose'];
  onerror: ProgramTransport['onerror'];
  onmessage: ProgramTransport['onmessage'];
  /** Why the process ended or couldn't be started. */
  failure: ProgramFailure | undefined;
  survivors: readonly string[] = [];
  readonly #definition: StdioDefinition;
  readonly #environment: Environment;
  readonly #log: (text: string) => void;
  /** In the environment of the process, and so in that of all processes that it starts, also of detached ones. */
  readonly #mark = randomUUID();
  #child: ChildProcess | undefined;
  #exited: Promise<void> = Promise.resolve();
  #stderr = '';
  #buffer = '';
  /** Ends the process when this one exits: it has a group of its own, so nothing else would. */
  readonly #onExit = () => {
    const { pid } = this.#child ?? {};
    if (pid !== undefined) killAll(pid, descendantsOf(pid, listProcesses(this.#mark)));
  };
  /** Set when `close` is called for the first time. */
  #closed: Promise<void> | undefined;

  /** @param log receives everything that the server writes to standard error */
  constructor(definition: StdioDefinition, environment: Environment, log: (text: string) => void) {
    this.#definition = definition;
    this.#environment = environment;
    this.#log = log;
  }

  async start(): Promise<void> {
    const { command, args, env, cwd } = this.#definition;
    if (cwd !== undefined && !attempt(() => statSync(cwd).isDirectory())) {
      this.failure = { kind: 'noFolder', cwd };
      throw new ConnectionTestError(this.failure);
    }
    const child = spawn(command, [...args], {
      cwd,
      env: { ...this.#environment, ...env, [markName]: this.#mark },
      stdio: ['pipe', 'pipe', 'pipe'],
      // A separate group, so that the server's child processes can be ended with it.
      detached: process.platform !== 'win32',
      windowsHide: true,
    });
    this.#child = child;
    if (child.pid !== undefined) process.once('exit', this.#onExit);
    this.#exited = new Promise((resolve) => {
      child.once('exit', () => resolve());
      child.once('error', () => resolve());
    });
    child.stdout?.setEncoding('utf8').on('data', (text: string) => this.#receive(text));
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.#stderr = (this.#stderr + text).slice(-keptOfStderr);
      this.#log(text);
    });
    child.stdin?.on('error', () => undefined);
    child.once('exit', (code, signal) => {
      const end = () => {
        clearTimeout(timer);
        child.stdout?.destroy();
        child.stderr?.destroy();
        // If the program couldn't be started, the failure is already set.
        if (this.#closed === undefined) this.failure ??= { kind: 'exited', code, signal, stderr: this.#stderr.trim() };
        this.onclose?.();
      };
      // After a delay, timers run before the output that arrived meanwhile is read.
      const timer = setTimeout(() => setImmediate(end), drain);
      child.once('close', end);
    });
    await new Promise((resolve, reject) => {
      child.once('spawn', resolve);
      child.once('error', (error: NodeJS.ErrnoException) => {
        this.failure = error.code === 'ENOENT' ? { kind: 'notFound', command } : { kind: 'notAllowed', command };
        reject(new ConnectionTestError(this.failure));
      });
    });
  }

  /** Messages are JSON, one per line. Once the process is being ended, its output is dropped: it may be endless. */
  #receive(text: string): void {
    if (this.#closed !== undefined) return;
    const lines = (this.#buffer + text).split('\n');
    this.#buffer = lines.pop() ?? '';
    if (this.#buffer.length > maxMessageLength) this.#giveUp(this.#buffer);
    for (const line of lines) {
      if (this.#closed !== undefined) return;
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

  /** Ends the process and its known descendants. Resolves when they have ended, or after three times `grace`. */
  async close(): Promise<void> {
    const child = this.#child;
    if (child?.pid === undefined) return;
    this.#closed ??= this.#end(child, child.pid);
    await this.#closed;
  }

  async #end(child: ChildProcess, pid: number): Promise<void> {
    // Collected first: without the mark, a detached process can't be found after its parent has ended.
    const descendants = descendantsOf(pid, listProcesses(this.#mark));
    child.stdin?.end();
    if (!(await this.#isGone())) signalGroup(pid, 'SIGTERM');
    if (!(await this.#isGone())) signalGroup(pid, 'SIGKILL');
    // Its child processes may have outlived it, and may have started others.
    const known = [...new Set([...descendants, ...descendantsOf(pid, listProcesses(this.#mark))])];
    killAll(pid, known);
    process.off('exit', this.#onExit);
    await this.#isGone();
    this.survivors = await this.#running(known);
  }

  /** Returns those processes that can't be ended, such as ones of another user. Others need a moment to end. */
  async #running(known: readonly number[]): Promise<readonly string[]> {
    const end = performance.now() + grace;
    while (known.some(exists) && performance.now() < end) await new Promise((resolve) => setTimeout(resolve, 20));
    if (!known.some(exists)) return [];
    return listProcesses(this.#mark)
      .filter(({ id, isZombie }) => known.includes(id) && !isZombie)
      .map(({ id, name }) => `${name} (${id})`);
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
}
