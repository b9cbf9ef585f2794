/** One chat: what was said, who answers, and the answer that is coming. No editor, no storage, no interface. */

import { type Clock, realClock } from '../../common/clock.ts';
import { Answering, type ChatConnection, type Counting, type Explain, usageOf } from './answering.ts';
import { messagesOf } from './history.ts';
import type { AnswerSettings, Attachment, ChatRecord, Ending, Problem, TurnUsage } from './record.ts';
import { RetryWait } from './retry-wait.ts';
import { type AnswerTurn, type Queued, Transcript } from './transcript.ts';

export interface SessionOptions {
  readonly id: string;
  readonly connection: ChatConnection;
  readonly explain: Explain;
  /** Hears every record in order, after it was applied. */
  readonly onRecord: (record: ChatRecord) => void;
  /** What happened before, oldest first. */
  readonly records?: Iterable<ChatRecord>;
  readonly counting: Counting;
  readonly newId?: () => string;
  readonly clock?: Clock;
}

export class ChatSession {
  readonly id: string;
  readonly transcript: Transcript;
  readonly #options: SessionOptions;
  /** Models that turned out to give their answers whole only. */
  readonly #whole = new Set<string>();
  readonly #wait: RetryWait;
  readonly #clock: Clock;
  readonly #newId: () => string;
  #running: { readonly turn: string; readonly answering: Answering } | undefined;

  constructor(options: SessionOptions) {
    this.#options = options;
    this.id = options.id;
    this.#clock = options.clock ?? realClock;
    this.#newId = options.newId ?? (() => crypto.randomUUID());
    this.#wait = new RetryWait(this.#clock);
    this.transcript = new Transcript(options.records);
    // Said here and not in the file: another window may still be writing that answer, or waiting.
    for (const turn of this.transcript.answers) {
      turn.retryAt = undefined;
      turn.ending ??= { how: 'failed', problem: options.explain.interrupted() };
    }
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

  setSettings(settings: AnswerSettings): void {
    this.#add({ kind: 'settings', settings });
  }

  rename(title: string): void {
    if (title !== this.transcript.title) this.#add({ kind: 'title', text: title });
  }

  pin(on: boolean): void {
    if (on !== this.transcript.pinned) this.#add({ kind: 'pin', on });
  }

  /**
   * Says something and asks for the answer; while one runs, messages wait for their turn. False when that is not
   * possible now: no model, or nothing to say.
   */
  send(text: string, context: readonly Attachment[] = []): boolean {
    if (this.model === undefined || text.trim() === '') return false;
    if (this.busy) {
      this.#add({ kind: 'queue', id: this.#newId(), text, ...(context.length > 0 && { context }) });
      return true;
    }
    this.#say(this.transcript.last?.id ?? '', text, context);
    return true;
  }

  /** Sends the message that has waited longest. */
  sendQueued(): boolean {
    const [queued] = this.transcript.queue;
    if (!queued || this.busy || this.model === undefined) return false;
    this.#add({ kind: 'unqueue', id: queued.id });
    return this.send(queued.text, queued.context);
  }

  /** A message waits no longer; it is handed back. */
  unqueue(id: string): Queued | undefined {
    const queued = this.transcript.queue.find((one) => one.id === id);
    if (queued) this.#add({ kind: 'unqueue', id });
    return queued;
  }

  /** Asks in other words: a version beside the question, which keeps its own answers. */
  edit(id: string, text: string, context: readonly Attachment[] = []): boolean {
    const turn = this.transcript.turn(id);
    if (this.busy || this.model === undefined || turn?.kind !== 'prompt' || text.trim() === '') return false;
    this.#say(turn.after, text, context);
    return true;
  }

  /** Asks anew for an answer, with the model that is chosen now; what it said, if anything, stays beside the new one. */
  retry(id: string): boolean {
    this.#wait.reset();
    return this.#retry(id);
  }

  /** Has an answer that is not whole go on where it ends. */
  continue(id: string): boolean {
    const turn = this.#answer(id);
    if (this.busy || this.model === undefined || !turn?.ending || turn.text === '') return false;
    this.cancelWait();
    if (!turn.usage) this.#add({ kind: 'usage', id, usage: this.#estimate(turn) });
    this.#add({ kind: 'resume', id });
    void this.#ask(id, this.model);
    return true;
  }

  /** Waits no longer to try again. */
  cancelWait(): void {
    const id = this.#wait.cancel();
    if (id !== undefined) this.#add({ kind: 'wait', id });
  }

  choose(id: string): void {
    if (!this.busy && this.transcript.versions(id).length > 1) this.#add({ kind: 'choose', id });
  }

  /** Takes a turn, with what follows it, out of the chat. */
  remove(id: string): boolean {
    if (!this.transcript.turn(id)) return false;
    if (this.#running && this.transcript.pathTo(this.#running.turn).some((turn) => turn.id === id)) this.stop();
    this.cancelWait();
    this.#add({ kind: 'remove', id });
    return true;
  }

  restore(id: string): void {
    if (this.transcript.turn(id) && !this.busy) this.#add({ kind: 'restore', id });
  }

  /** Ends the answer that is coming, at once; what has come of it stays. */
  stop(): void {
    this.#running?.answering.stop();
    this.#end({ how: 'stopped' });
  }

  /** Lets go of the answer that is coming without calling it stopped: nobody stopped it. */
  dispose(): void {
    const running = this.#running;
    this.#running = undefined;
    running?.answering.stop();
    this.#wait.cancel();
  }

  #say(after: string, text: string, context: readonly Attachment[]): void {
    this.#wait.reset();
    this.cancelWait();
    const id = this.#newId();
    this.#add({ kind: 'prompt', id, text, at: this.#clock.now(), after, ...(context.length > 0 && { context }) });
    this.#begin(id);
  }

  #retry(id: string): boolean {
    const turn = this.#answer(id);
    if (this.busy || this.model === undefined || !turn) return false;
    this.cancelWait();
    // Nothing is lost with an answer that said nothing, unless the chat went on from it.
    if (turn.text === '' && this.transcript.last === turn) this.#add({ kind: 'remove', id });
    this.#begin(turn.after);
    return true;
  }

  #begin(after: string): void {
    const { model } = this;
    if (model === undefined) return;
    const id = this.#newId();
    this.#add({ kind: 'answer', id, model, at: this.#clock.now(), after });
    void this.#ask(id, model);
  }

  async #ask(turn: string, model: string): Promise<void> {
    const { connection, explain, counting } = this.#options;
    const { settings } = this.transcript;
    const messages = messagesOf(this.transcript.pathTo(turn), settings, counting.takesImages(model));
    const answering = new Answering({
      connection,
      explain,
      counting,
      request: {
        model,
        messages,
        ...(settings.temperature !== undefined && { temperature: settings.temperature }),
        ...(settings.maxTokens !== undefined && { max_completion_tokens: settings.maxTokens }),
      },
      whole: this.#whole.has(model),
      onText: (text) => this.#add({ kind: 'text', id: turn, text }),
      onThinking: () => this.#add({ kind: 'thinking', id: turn }),
      onWhole: () => this.#whole.add(model),
    });
    this.#running = { turn, answering };
    const ending = await answering.run();
    // Stopped and thrown away answers have ended already; whatever still came of them is not heard.
    if (this.#running?.answering === answering) this.#end(ending);
  }

  #end(ending: Ending): void {
    const running = this.#running;
    if (!running) return;
    this.#running = undefined;
    const { turn: id, answering } = running;
    const usage = answering.usage();
    if (usage) this.#add({ kind: 'usage', id, usage });
    this.#add({ kind: 'end', id, ending, at: this.#clock.now() });
    if (ending.how === 'complete') this.sendQueued();
    else if (ending.how === 'failed' && this.#answer(id)?.text === '') this.#tryLater(id, ending.problem);
  }

  /** Too many requests: the same one is sent again when the service will take it. */
  #tryLater(id: string, problem: Problem): void {
    const ms = this.#wait.start(id, problem, () => this.#retry(id));
    if (ms !== undefined) this.#add({ kind: 'wait', id, until: this.#clock.now() + ms });
  }

  /** What an answer took that the end of the editor cut off: nobody came to count it. */
  #estimate({ after, model, text }: AnswerTurn): TurnUsage {
    const messages = messagesOf(this.transcript.pathTo(after), this.transcript.settings, false);
    return usageOf(this.#options.counting, { model, messages }, text);
  }

  #answer(id: string): AnswerTurn | undefined {
    const turn = this.transcript.turn(id);
    return turn?.kind === 'answer' ? turn : undefined;
  }

  #add(record: ChatRecord): void {
    this.transcript.apply(record);
    this.#options.onRecord(record);
  }
}
