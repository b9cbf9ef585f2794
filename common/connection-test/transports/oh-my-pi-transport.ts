/**
 * What Oh My Pi sends and accepts, around the transport of a server. The MCP client is stricter, so it would fail servers
 * that Oh My Pi uses; and it accepts IDs that Oh My Pi doesn't recognize.
 */
import { SUPPORTED_PROTOCOL_VERSIONS, type Transport } from '@modelcontextprotocol/client';
import { isRecord, isText } from '../../guards.ts';
import { ohMyPiRevision } from '../../protocol-revisions.ts';
import type { ConnectionFailure } from '../failure.ts';

type Send = Transport['send'];
type Message = Parameters<Send>[0];
type RequestId = string | number;

interface Pending {
  /** As the client knows it. */
  readonly id: RequestId;
  readonly method: string;
}

export class OhMyPiTransport implements Transport {
  onclose: Transport['onclose'];
  onerror: Transport['onerror'];
  onmessage: Transport['onmessage'];
  /** Result of `initialize`, as the server sent it. */
  initialized: unknown;
  /** True if Oh My Pi wouldn't recognize a response because its ID has another type than that of the request. */
  hasOtherIds = false;
  /** Why responses couldn't be used. */
  failure: ConnectionFailure | undefined;
  readonly #inner: Transport;
  readonly #sendsText: boolean;
  readonly #comparesIds: () => boolean;
  /** By the ID that was sent. */
  readonly #pending = new Map<unknown, Pending>();

  /**
   * @param sendsText true for `"requestIdFormat": "string"`
   * @param comparesIds false if Oh My Pi doesn't compare the ID of the current response, as with JSON over HTTP
   */
  constructor(inner: Transport, sendsText: boolean, comparesIds: () => boolean) {
    this.#inner = inner;
    this.#sendsText = sendsText;
    this.#comparesIds = comparesIds;
  }

  async start(): Promise<void> {
    this.#inner.onclose = () => this.onclose?.();
    this.#inner.onerror = (error) => this.#noteError(error);
    this.#inner.onmessage = (message: unknown) => this.#receive(message);
    await this.#inner.start();
  }

  async send(message: Message, options?: Parameters<Send>[1]): Promise<void> {
    if (!('method' in message && 'id' in message)) return this.#inner.send(message, options);
    const id = this.#sendsText ? `request-${message.id}` : message.id;
    this.#pending.set(id, { id: message.id, method: message.method });
    await this.#inner.send({ ...message, id }, options).catch((error: unknown) => {
      this.#noteError(error);
      throw error;
    });
  }

  async close(): Promise<void> {
    await this.#inner.close();
  }

  setProtocolVersion(version: string): void {
    this.#inner.setProtocolVersion?.(version);
  }

  /** A response that isn't one: the client would wait for another. */
  #noteError(error: unknown): void {
    const isMalformed = error instanceof SyntaxError || (error instanceof Error && /ZodError$/.test(error.name));
    if (isMalformed && this.#pending.size > 0) {
      this.failure ??= { kind: 'invalidResponse', isJson: !(error instanceof SyntaxError) };
      void this.#inner.close();
    }
    this.onerror?.(error instanceof Error ? error : new Error(String(error)));
  }

  #receive(message: unknown): void {
    if (Array.isArray(message)) for (const one of message) this.#receive(one);
    else if (isRecord(message)) this.#receiveOne(message);
  }

  #receiveOne(message: Readonly<Record<string, unknown>>): void {
    const pending = 'method' in message ? undefined : this.#takePending(message.id);
    if ('method' in message) this.#pass({ ...message, jsonrpc: '2.0' });
    else if (pending !== undefined) this.#respond(pending, message);
  }

  #respond({ id, method }: Pending, { error, result }: Readonly<Record<string, unknown>>): void {
    const response = { jsonrpc: '2.0', id };
    if (error) this.#pass({ ...response, error: errorOf(error) });
    else if (method === 'initialize') this.#initialize(response, result);
    else this.#pass({ ...response, result: isRecord(result) ? result : {} });
  }

  #initialize(response: object, result: unknown): void {
    this.initialized = result;
    const accepted = acceptedResult(result);
    if (accepted !== undefined) this.#pass({ ...response, result: accepted });
    else {
      this.failure ??= { kind: 'noCapabilities' };
      void this.#inner.close();
    }
  }

  #pass(message: object): void {
    this.onmessage?.(message as Message);
  }

  #takePending(id: unknown): Pending | undefined {
    const [sent] = this.#pending.has(id) ? [id] : this.#similarTo(id);
    const pending = this.#pending.get(sent);
    this.#pending.delete(sent);
    return pending;
  }

  /** Returns the IDs of requests that a response with another ID may belong to. */
  #similarTo(id: unknown): readonly unknown[] {
    const sent = [...this.#pending.keys()];
    if (!this.#comparesIds()) return sent;
    const similar = sent.filter((one) => String(one) === String(id));
    if (similar.length > 0) this.hasOtherIds = true;
    return similar;
  }
}

function errorOf(error: unknown): { readonly code: number; readonly message: string; readonly data?: unknown } {
  const { code, message, data } = isRecord(error) ? error : { code: undefined, message: error, data: undefined };
  return {
    code: Number.isInteger(code) ? Number(code) : -32_603,
    message: isText(message) ? message : (JSON.stringify(error) ?? ''),
    ...(data !== undefined && { data }),
  };
}

/**
 * Returns a result of `initialize` that the client accepts, if Oh My Pi accepts the server's: it needs only the
 * capabilities, and uses any revision.
 */
function acceptedResult(result: unknown): object | undefined {
  if (!isRecord(result) || !isRecord(result.capabilities)) return undefined;
  const { protocolVersion, capabilities, serverInfo, instructions } = result;
  const { name, version } = isRecord(serverInfo) ? serverInfo : {};
  const supported = Object.entries(capabilities).filter(([, value]) => Boolean(value));
  const extensions = isRecord(capabilities.extensions) ? Object.keys(capabilities.extensions) : [];
  const isKnown = SUPPORTED_PROTOCOL_VERSIONS.some((known) => known === protocolVersion);
  return {
    protocolVersion: isKnown ? protocolVersion : ohMyPiRevision,
    capabilities: {
      ...Object.fromEntries(supported.map(([key]) => [key, {}])),
      extensions: Object.fromEntries(extensions.map((extension) => [extension, {}])),
    },
    serverInfo: { name: isText(name) ? name : '', version: isText(version) ? version : '' },
    ...(isText(instructions) && { instructions }),
  };
}
