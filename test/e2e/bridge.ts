/** Acts in the editor through the extension in test/extensions/bridge: at once, and exactly once. */
import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { until, within } from '../until.ts';

type Action = 'run' | 'open' | 'goTo' | 'selected' | 'closeEditors' | 'set' | 'restore' | 'isTrusted';

interface Waiting {
  readonly what: string;
  resolve(value: unknown): void;
  reject(error: Error): void;
}

/** Waits for the extension host of each window, which connects when it starts. */
export class Bridge {
  readonly #server = createServer((socket) => this.#accept(socket));
  readonly #waiting = new Map<number, Waiting>();
  #host: Socket | undefined;
  #requests = 0;
  /** Of a command that was started without waiting for its end. */
  #failure: Error | undefined;

  /** @returns the port for the environment of the workbench */
  async listen(): Promise<number> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    const address = this.#server.address();
    if (address === null || typeof address === 'string') throw new Error('The bridge has no port.');
    return address.port;
  }

  close(): void {
    this.#host?.destroy();
    this.#server.close();
  }

  /** Forgets the extension host before a reload: the old one may run for a while beside the new one. */
  forgetHost(): void {
    this.#host = undefined;
    this.#waiting.clear();
  }

  /** Does something, and waits until it has ended. @returns what it returns. @throws Error if it fails */
  async do(action: Action, ...params: readonly unknown[]): Promise<unknown> {
    const { what, ended } = await this.#ask(action, params);
    return within(`the end of "${what}"`, ended);
  }

  /** Starts a command that waits for the user. If it fails, the next call throws its error. */
  async start(id: string, ...args: readonly unknown[]): Promise<void> {
    const { ended } = await this.#ask('run', [id, ...args]);
    ended.catch((error: Error) => {
      this.#failure = error;
    });
  }

  async #ask(action: Action, params: readonly unknown[]): Promise<{ what: string; ended: Promise<unknown> }> {
    const what = [action, ...params].join(' ');
    const host = await until('the extension host to connect', () => this.#host);
    if (this.#failure) throw this.#failure;
    const { promise: ended, resolve, reject } = Promise.withResolvers<unknown>();
    const id = ++this.#requests;
    this.#waiting.set(id, { what, resolve, reject });
    host.write(`${JSON.stringify({ id, action, params })}\n`);
    return { what, ended };
  }

  #accept(socket: Socket): void {
    this.#host = socket;
    createInterface({ input: socket }).on('line', (line) => this.#answer(line));
    socket.on('error', () => undefined);
    socket.on('close', () => {
      if (this.#host !== socket) return;
      for (const { what, reject } of this.#waiting.values()) reject(new Error(`"${what}": the extension host ended.`));
      this.forgetHost();
    });
  }

  #answer(line: string): void {
    const { id, value, error }: { id: number; value?: unknown; error?: string } = JSON.parse(line);
    const asked = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (error === undefined) asked?.resolve(value);
    else asked?.reject(new Error(`"${asked.what}" failed: ${error}`));
  }
}
