/** One chat: what was said, who answers, and the answer that is coming. No editor, no storage, no interface. */
import type { ApiClient, ApiError, ChatDelta, ChatMessage } from '../api/index.ts';
import { type ChatRecord, type Ending, type Problem, Transcript } from './transcript.ts';

/** The part of `Connection` that a chat needs. */
export interface ChatConnection {
  run<T>(work: (client: ApiClient) => Promise<T>): Promise<T>;
  report(error: ApiError, client: ApiClient): void;
}

/** Words for what can go wrong. */
export interface Explain {
  /** Why a stream ended early. */
  error(error: ApiError): Problem;
  /** Why a call failed. */
  thrown(thrown: unknown): Problem;
  /** An answer has no end because the editor ended first. */
  interrupted(): Problem;
}

export interface SessionOptions {
  readonly id: string;
  readonly connection: ChatConnection;
  readonly explain: Explain;
  /** Hears every record in order, after it was applied. */
  readonly onRecord: (record: ChatRecord) => void;
  /** What happened before, oldest first. */
  readonly records?: Iterable<ChatRecord>;
  readonly now?: () => number;
  readonly newId?: () => string;
}

export class ChatSession {
  readonly id: string;
  readonly transcript: Transcript;
  readonly #options: SessionOptions;
  #running: { readonly answer: string; readonly abort: AbortController } | undefined;

  constructor(options: SessionOptions) {
    this.#options = options;
    this.id = options.id;
    this.transcript = new Transcript(options.records);
    // Said here and not in the file: another window may still be writing that answer.
    for (const turn of this.transcript.turns)
      if (turn.kind === 'answer' && !turn.ending)
        turn.ending = { how: 'failed', problem: options.explain.interrupted() };
  }

  get busy(): boolean {
    return this.#running !== undefined;
  }

  get model(): string | undefined {
    return this.transcript.model;
  }

  setModel(model: string): void {
    if (model !== this.model) this.#add({ kind: 'model', model });
  }

  /** Says something and asks for the answer. False when that is not possible now: busy, no model, or nothing to say. */
  send(text: string): boolean {
    if (this.busy || this.model === undefined || text.trim() === '') return false;
    this.#add({ kind: 'prompt', id: this.#newId(), text, at: this.#now() });
    void this.#answer(this.model);
    return true;
  }

  /** Asks anew for the last answer, with the model that is chosen now. False when that is not possible now. */
  retry(id: string): boolean {
    const { last } = this.transcript;
    if (this.busy || this.model === undefined || last?.kind !== 'answer' || last.id !== id) return false;
    this.#add({ kind: 'remove', id });
    void this.#answer(this.model);
    return true;
  }

  /** Ends the answer that is coming, at once; what has come of it stays. */
  stop(): void {
    this.#running?.abort.abort();
    this.#end({ how: 'stopped' });
  }

  /** Lets go of the answer that is coming without calling it stopped: nobody stopped it. */
  dispose(): void {
    const running = this.#running;
    this.#running = undefined;
    running?.abort.abort();
  }

  async #answer(model: string): Promise<void> {
    const id = this.#newId();
    const abort = new AbortController();
    const running = { answer: id, abort };
    const messages = history(this.transcript);
    this.#running = running;
    this.#add({ kind: 'answer', id, model, at: this.#now() });
    const ending = await this.#stream(messages, model, running);
    // Stopped and thrown away answers have ended already; whatever still came of them is not heard.
    if (this.#running === running) this.#end(ending);
  }

  async #stream(
    messages: ChatMessage[],
    model: string,
    running: { answer: string; abort: AbortController },
  ): Promise<Ending> {
    const { connection, explain } = this.#options;
    let reason: string | undefined;
    let failure: ApiError | undefined;
    let asked: ApiClient | undefined;
    let thinking = false;
    const take = (delta: ChatDelta) => {
      if (this.#running !== running) return;
      if (delta.kind === 'text' && delta.text !== '') this.#add({ kind: 'text', id: running.answer, text: delta.text });
      else if (delta.kind === 'reasoning' && !thinking) {
        thinking = true;
        this.#add({ kind: 'thinking', id: running.answer });
      } else if (delta.kind === 'finish') reason = delta.reason;
      else if (delta.kind === 'end' && !delta.complete) failure = delta.error;
    };
    try {
      await connection.run(async (client) => {
        asked = client;
        for await (const delta of client.chatStream({ model, messages }, { signal: running.abort.signal })) take(delta);
      });
    } catch (thrown) {
      return { how: 'failed', problem: explain.thrown(thrown) };
    }
    if (failure) {
      if (this.#running === running && asked) connection.report(failure, asked);
      return { how: 'failed', problem: explain.error(failure) };
    }
    return reason === undefined ? { how: 'complete' } : { how: 'complete', reason };
  }

  #end(ending: Ending): void {
    const running = this.#running;
    if (!running) return;
    this.#running = undefined;
    this.#add({ kind: 'end', id: running.answer, ending, at: this.#now() });
  }

  #add(record: ChatRecord): void {
    this.transcript.apply(record);
    this.#options.onRecord(record);
  }

  #now(): number {
    return (this.#options.now ?? Date.now)();
  }

  #newId(): string {
    return (this.#options.newId ?? (() => crypto.randomUUID()))();
  }
}

/** What the service is told; the spec shows no roles, these two are what such services take. */
function history(transcript: Transcript): ChatMessage[] {
  return transcript.turns
    .filter((turn) => turn.text !== '')
    .map((turn) => ({ role: turn.kind === 'prompt' ? 'user' : 'assistant', content: turn.text }));
}
