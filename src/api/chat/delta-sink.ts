/**
 * Collects the deltas of one network chunk and joins adjacent text: one delta per chunk instead of one per event. Masks the
 * key in the text.
 */
import type { Cleaner } from '../clean.ts';
import type { ChatDelta, ChatUsage } from './response.ts';

export class DeltaSink {
  /** A finish reason was received. */
  finished = false;
  /** The finish reason is `error`. */
  failed = false;
  /** Text, reasoning, or a tool call was received. The spec doesn't mention tools, so tool calls aren't run. */
  hasContent = false;
  readonly #redactor: ReturnType<Cleaner['redactPieces']>;
  #deltas: ChatDelta[] = [];
  #kind: 'text' | 'reasoning' = 'text';
  #open = '';
  #usage: ChatUsage | undefined;

  constructor(cleaner: Cleaner) {
    this.#redactor = cleaner.redactPieces();
  }

  add(kind: 'text' | 'reasoning', text: string): void {
    if (text === '') return;
    this.hasContent = true;
    if (kind !== this.#kind) {
      this.#endText();
      this.#kind = kind;
    }
    this.#open += this.#redactor.push(text);
  }

  finish(reason: string): void {
    this.#endText();
    this.finished = true;
    this.failed = reason === 'error';
    this.#deltas.push({ kind: 'finish', reason });
  }

  /** Some services send usage with every event, so only the last one of a chunk is returned. */
  usage(usage: ChatUsage): void {
    this.#usage = usage;
  }

  /** Returns the last deltas. */
  end(): ChatDelta[] {
    this.#endText();
    return this.take();
  }

  /** Returns the deltas collected since the last call. */
  take(): ChatDelta[] {
    this.#close();
    const deltas = this.#deltas;
    this.#deltas = [];
    if (this.#usage !== undefined) deltas.push({ kind: 'usage', usage: this.#usage });
    this.#usage = undefined;
    return deltas;
  }

  #endText(): void {
    this.#open += this.#redactor.flush();
    this.#close();
  }

  #close(): void {
    if (this.#open === '') return;
    this.#deltas.push({ kind: this.#kind, text: this.#open });
    this.#open = '';
  }
}
