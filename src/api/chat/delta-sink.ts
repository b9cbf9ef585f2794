/** Gathers what the events of one network chunk hold, joining neighbouring text: one delta a chunk, not one an event. */
import type { ChatDelta, ChatUsage } from './answer.ts';

export class DeltaSink {
  /** A finish reason has come. */
  finished = false;
  /** The finish reason says that the model failed. */
  failed = false;
  /** Something of an answer has come: text, reasoning or a tool call. */
  hasContent = false;
  #deltas: ChatDelta[] = [];
  #kind: 'text' | 'reasoning' = 'text';
  #open = '';
  #usage: ChatUsage | undefined;

  text(text: string): void {
    this.#add('text', text);
  }

  reasoning(text: string): void {
    this.#add('reasoning', text);
  }

  toolCall(raw: unknown): void {
    this.hasContent = true;
    this.#close();
    this.#deltas.push({ kind: 'toolCall', raw });
  }

  finish(reason: string): void {
    this.#close();
    this.finished = true;
    this.failed = reason === 'error';
    this.#deltas.push({ kind: 'finish', reason });
  }

  /** Some services count in every event: the last count of a chunk is the one that is told. */
  usage(usage: ChatUsage): void {
    this.#usage = usage;
  }

  /** What has been gathered since the last time. */
  take(): ChatDelta[] {
    this.#close();
    const deltas = this.#deltas;
    this.#deltas = [];
    if (this.#usage !== undefined) deltas.push({ kind: 'usage', usage: this.#usage });
    this.#usage = undefined;
    return deltas;
  }

  #add(kind: 'text' | 'reasoning', text: string): void {
    if (text === '') return;
    this.hasContent = true;
    if (kind !== this.#kind) {
      this.#close();
      this.#kind = kind;
    }
    this.#open += text;
  }

  #close(): void {
    if (this.#open === '') return;
    this.#deltas.push({ kind: this.#kind, text: this.#open });
    this.#open = '';
  }
}
