/** The requests sent last, newest first; without keys. */
import type { Memento } from 'vscode';
import { isRecord } from '../api/json.ts';

export interface SentRequest {
  readonly text: string;
  /** `GET /keys`. */
  readonly what: string;
  readonly status: number;
  /** Epoch milliseconds. */
  readonly at: number;
  /** The connection's name. */
  readonly connection: string;
}

const KEY = 'switchyard.requests';
const MOST = 50;
const LONGEST = 20_000;
/** Headers that carry secrets under many names. */
const SECRET_HEADER = /^(\s*[\w-]*(?:auth|cookie|key|password|secret|token)[\w-]*\s*:).*$/gim;

export class RequestHistory {
  readonly #memory: Memento;

  constructor(memory: Memento) {
    this.#memory = memory;
  }

  get all(): readonly SentRequest[] {
    const kept = this.#memory.get<unknown>(KEY);
    return Array.isArray(kept) ? kept.filter(isSentRequest) : [];
  }

  /**
   * Keeps a request in the place of an equal one. One that holds the key itself, or is very long, is not kept; of
   * headers that look like secrets the name is.
   */
  async add(sent: SentRequest, apiKey: string): Promise<void> {
    const text = sent.text.replace(SECRET_HEADER, '$1');
    if (text.includes(apiKey) || text.length > LONGEST) return;
    const others = this.all.filter((one) => one.text !== text);
    await this.#memory.update(KEY, [{ ...sent, text }, ...others].slice(0, MOST));
  }

  async clear(): Promise<void> {
    await this.#memory.update(KEY, undefined);
  }
}

function isSentRequest(value: unknown): value is SentRequest {
  return isRecord(value) && typeof value.text === 'string' && typeof value.what === 'string';
}
