/**
 * JSON-RPC 2.0 as LSP uses it, with every method's parameters and answer checked by the compiler (`protocol.ts`).
 *
 * Written here because of what an editor waits for: vscode-languageserver costs 187 KiB and vscode-jsonrpc alone 60 KiB
 * and five of Node's modules before the first answer (test/bench/server.ts). What a server of this size needs of them is
 * this file and `framing.ts`; the tests speak to it with vscode-jsonrpc's own client.
 */
import type { ClientNotifications, ClientRequests, Notifications, Requests } from './protocol.ts';

/** Error numbers of JSON-RPC and LSP. */
export const rpcErrors = {
  parseError: -32700,
  invalidRequest: -32600,
  methodNotFound: -32601,
  internalError: -32603,
  serverNotInitialized: -32002,
  requestCancelled: -32800,
  /** The server gave up; `data` says whether to ask again. */
  serverCancelled: -32802,
  /** The request was understood and cannot be done, for the reason that the message tells. */
  requestFailed: -32803,
} as const;

/** An error as the other end gets to see it, or as it came from there. */
export class RpcError extends Error {
  override readonly name = 'RpcError';
  readonly code: number;
  readonly data: object | undefined;

  constructor(code: number, message: string, data?: object) {
    super(message);
    this.code = code;
    this.data = data;
  }
}

export interface WireEnds {
  /** Puts a message on the wire. */
  send(message: object): void;
  /** Runs something after what is waiting to be read has been read: a request can be called off until then. */
  soon(run: () => void): void;
  /** Says what went wrong, without any of the message's contents. */
  log(text: string): void;
}

/** A request that is being answered. */
export interface Call {
  /** Runs something when the editor calls the request off. */
  whenCancelled(run: () => void): void;
}

type Id = string | number | null;
type Waiting = { resolve(result: unknown): void; reject(error: RpcError): void };
interface Incoming {
  readonly id?: Id;
  readonly method?: unknown;
  readonly params?: unknown;
  readonly result?: unknown;
  readonly error?: { readonly code?: unknown; readonly message?: unknown };
}

/** The editor on the other end of the wire. Its messages are answered one after the other, in their order. */
export class Client {
  readonly #wire: WireEnds;
  readonly #requests = new Map<string, (params: unknown, call: Call) => unknown>();
  readonly #notifications = new Map<string, (params: unknown) => void>();
  readonly #waiting = new Map<number, Waiting>();
  readonly #queue: Incoming[] = [];
  /** What to do when a request that waits for something is called off. */
  readonly #holding = new Map<Id, () => void>();
  /** The request that was called off when its turn was set. */
  #calledOff: Id | undefined;
  /** Brings more answers; gone once it has been asked. */
  #more: (() => Promise<void>) | undefined;
  #nextId = 1;

  constructor(wire: WireEnds) {
    this.#wire = wire;
  }

  onRequest<M extends keyof Requests>(
    method: M,
    answer: (params: Requests[M][0], call: Call) => Requests[M][1] | Promise<Requests[M][1]>,
  ): void {
    this.#requests.set(method, (params, call) => answer(params as Requests[M][0], call));
  }

  /**
   * Answers whose code is read when something is first asked that nobody else answers. Until it is there, what comes
   * after waits, so that the order stays.
   */
  readLater(load: () => Promise<void>): void {
    this.#more = load;
  }

  /** True when a message of this kind has come and has not been heard yet. */
  awaits<M extends keyof Notifications>(method: M, matches: (params: Notifications[M]) => boolean): boolean {
    return this.#queue.some((incoming) => incoming.method === method && matches(incoming.params as Notifications[M]));
  }

  onNotification<M extends keyof Notifications>(method: M, hear: (params: Notifications[M]) => void): void {
    this.#notifications.set(method, (params) => hear(params as Notifications[M]));
  }

  /** @throws RpcError when the editor refuses. */
  async request<M extends keyof ClientRequests>(
    method: M,
    params: ClientRequests[M][0],
  ): Promise<ClientRequests[M][1]> {
    const id = this.#nextId++;
    const answer = new Promise<unknown>((resolve, reject) => this.#waiting.set(id, { resolve, reject }));
    this.#wire.send({ jsonrpc: '2.0', id, method, params });
    return (await answer) as ClientRequests[M][1];
  }

  notify<M extends keyof ClientNotifications>(method: M, params: ClientNotifications[M]): void {
    this.#wire.send({ jsonrpc: '2.0', method, params });
  }

  /** Takes the text of one message off the wire. */
  receiveText(text: string): void {
    try {
      this.receive(JSON.parse(text));
    } catch {
      this.#refuse(null, rpcErrors.parseError, 'The message is not JSON.');
    }
  }

  /** Takes one message off the wire. */
  receive(message: unknown): void {
    if (typeof message !== 'object' || message === null || Array.isArray(message)) {
      this.#refuse(null, rpcErrors.invalidRequest, 'The message is not an object.');
      return;
    }
    const incoming: Incoming = message;
    if (incoming.method === '$/cancelRequest') this.#cancel(incoming.params);
    else if (this.#queue.push(incoming) === 1) this.#wire.soon(() => this.#next());
  }

  /** What has not begun can be called off, and what waits for something to happen: other answers are short. */
  #cancel(params: unknown): void {
    const id = typeof params === 'object' && params !== null && 'id' in params ? params.id : undefined;
    this.#holding.get(id as Id)?.();
    const index = this.#queue.findIndex((incoming) => incoming.id === id && incoming.method !== undefined);
    // The first of the queue has its turn already set; it is answered, unless it would wait for something.
    if (index === 0) this.#calledOff = id as Id;
    if (id === undefined || index < 1) return;
    this.#queue.splice(index, 1);
    this.#refuse(id as Id, rpcErrors.requestCancelled, 'The request was called off.');
  }

  #next(): void {
    const [first] = this.#queue;
    const load = this.#more;
    if (load !== undefined && first?.id !== undefined && this.#isUnknown(first.method)) {
      this.#more = undefined;
      const goOn = (): void => this.#next();
      load().then(goOn, (error) => {
        this.#wire.log(`Reading the language features failed: ${nameOf(error)}`);
        goOn();
      });
      return;
    }
    const incoming = this.#queue.shift();
    if (this.#queue.length > 0) this.#wire.soon(() => this.#next());
    if (incoming === undefined) return;
    if (typeof incoming.method !== 'string') this.#answered(incoming);
    else if (incoming.id === undefined) this.#hear(incoming.method, incoming.params);
    else void this.#answer(incoming.id, incoming.method, incoming.params);
  }

  #isUnknown(method: unknown): boolean {
    return typeof method === 'string' && !this.#requests.has(method);
  }

  #hear(method: string, params: unknown): void {
    try {
      // LSP asks to pass over what is not known.
      this.#notifications.get(method)?.(params);
    } catch (error) {
      this.#wire.log(`${method} failed: ${nameOf(error)}`);
    }
  }

  async #answer(id: Id, method: string, params: unknown): Promise<void> {
    try {
      const answer = this.#requests.get(method);
      if (answer === undefined) throw new RpcError(rpcErrors.methodNotFound, `${method} is not known here.`);
      const calledOff = this.#calledOff === id;
      const call: Call = { whenCancelled: (run) => (calledOff ? run() : this.#holding.set(id, run)) };
      this.#wire.send({ jsonrpc: '2.0', id, result: await answer(params, call) });
    } catch (error) {
      if (error instanceof RpcError) return this.#refuse(id, error.code, error.message, error.data);
      this.#wire.log(`${method} failed: ${nameOf(error)}`);
      this.#refuse(id, rpcErrors.internalError, `${method} failed.`);
    } finally {
      this.#holding.delete(id);
    }
  }

  #answered({ id, result, error }: Incoming): void {
    const waiting = typeof id === 'number' ? this.#waiting.get(id) : undefined;
    if (waiting === undefined) return;
    this.#waiting.delete(Number(id));
    if (error === undefined) waiting.resolve(result);
    else waiting.reject(new RpcError(Number(error.code), String(error.message)));
  }

  #refuse(id: Id, code: number, message: string, data?: object): void {
    this.#wire.send({ jsonrpc: '2.0', id, error: { code, message, ...(data !== undefined && { data }) } });
  }
}

/** The kind and place of an error; its message could quote a file. */
function nameOf(error: unknown): string {
  if (!(error instanceof Error)) return 'something was thrown that is no error';
  const place = error.stack?.split('\n').find((line) => /^ {4}at .*:\d+:\d+\)?$/.test(line));
  return `${error.name} ${place?.trim() ?? ''}`;
}
