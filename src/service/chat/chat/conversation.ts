/** The conversation of a chat: its transcript, its model, and the streaming answer. Independent of storage and UI. */

import { type Clock, realClock } from '../../../../common/clock.ts';
import { knownValue } from '../../../shared/knowledge.ts';
import { usageOf } from '../../session/models/answer-usage.ts';
import type { AnswerProblem, AnswerSettings, Attachment, ChatRecord, Ending, TurnUsage } from '../record.ts';
import { type AnswerTurn, ChatTranscript, hasContent, type Queued } from '../transcript.ts';
import { AnswerStream, type ChatAccounts } from './answer-stream.ts';
import { AutoRetry } from './auto-retry.ts';
import type { ModelFacts } from './model-facts.ts';
import { interruption } from './problems.ts';
import { messagesOf } from './request-messages.ts';

export interface ConversationOptions {
  readonly id: string;
  readonly accounts: ChatAccounts;
  /** Called with each record in order, after it was applied. */
  readonly onRecord: (record: ChatRecord) => void;
  /** Earlier records, oldest first. */
  readonly records?: Iterable<ChatRecord>;
  readonly models: Pick<ModelFacts, 'cost' | 'takesImages'>;
  readonly newId?: () => string;
  readonly clock?: Clock;
}

export class Conversation {
  readonly id: string;
  readonly transcript: ChatTranscript;
  readonly #options: ConversationOptions;
  /** Models that turned out not to support streaming. */
  readonly #nonStreaming = new Set<string>();
  readonly #autoRetry: AutoRetry;
  readonly #clock: Clock;
  readonly #newId: () => string;
  /** Streams of the answers in progress, by the ID of the answer. Two while the user compares them. */
  readonly #running = new Map<string, AnswerStream>();
  /** Answers that were cut off when VS Code closed, whose estimated usage isn't in the file yet. */
  readonly #uncounted = new Set<string>();
  #isDisposed = false;

  constructor(options: ConversationOptions) {
    this.#options = options;
    this.id = options.id;
    this.#clock = options.clock ?? realClock;
    this.#newId = options.newId ?? (() => crypto.randomUUID());
    this.#autoRetry = new AutoRetry(this.#clock);
    this.transcript = new ChatTranscript(options.records);
    // Not written to the file: another window may still be streaming or retrying that answer.
    for (const turn of this.transcript.answers) {
      turn.retryAt = undefined;
      if (turn.ending) continue;
      turn.ending = { how: 'failed', problem: interruption() };
      if (turn.usage || turn.text === '') continue;
      turn.usage = this.#estimate(turn);
      this.#uncounted.add(turn.id);
    }
    // Another account may have been active when the stored messages were queued.
    this.transcript.apply({ kind: 'hold' });
  }

  get busy(): boolean {
    return this.#running.size > 0;
  }

  /** An answer is streaming, or its request will be repeated automatically. */
  get isActive(): boolean {
    return this.busy || this.#autoRetry.isWaiting;
  }

  /** A chat that was deleted requests no answers. */
  get #canAsk(): boolean {
    return this.model !== undefined && !this.#isDisposed;
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
   * Sends a prompt and requests an answer, or queues the prompt while an answer is streaming. Returns false if no model
   * is selected or the text is empty.
   */
  ask(text: string, context: readonly Attachment[] = []): boolean {
    if (!this.#canAsk || text.trim() === '') return false;
    if (this.busy) {
      this.#add({ kind: 'queue', id: this.#newId(), text, ...(context.length > 0 && { context }) });
      return true;
    }
    this.#askAfter(this.transcript.last?.id ?? '', text, context);
    return true;
  }

  /** Sends a queued message, the oldest one unless given. */
  askQueued(queued = this.transcript.queue[0]): boolean {
    if (!queued || this.busy || !this.#canAsk) return false;
    this.#add({ kind: 'unqueue', id: queued.id });
    return this.ask(queued.text, queued.context);
  }

  /** Removes a message from the queue and returns it. */
  unqueue(id: string): Queued | undefined {
    const queued = this.transcript.queue.find((one) => one.id === id);
    if (queued) this.#add({ kind: 'unqueue', id });
    return queued;
  }

  /** Sends an edited question as another version. The original keeps its answers. */
  edit(id: string, text: string, context: readonly Attachment[] = []): boolean {
    const turn = this.transcript.turn(id);
    if (this.busy || !this.#canAsk || turn?.kind !== 'prompt' || text.trim() === '') return false;
    this.#askAfter(turn.after, text, context);
    return true;
  }

  /**
   * Requests another answer with the current model, or with that of a compared answer. An earlier answer that has text
   * remains as a version. @param model another model for a compared answer
   */
  retry(id: string, model?: string): boolean {
    this.#autoRetry.reset();
    return this.#retry(id, model, true);
  }

  /** Requests an answer of another model beside the last one, which may be streaming. */
  askAlso(id: string, model: string): boolean {
    const { last, pair } = this.transcript;
    if (this.#isDisposed || last?.kind !== 'answer' || last.id !== id || pair) return false;
    this.cancelWait();
    this.#begin(last.after, model, id);
    return true;
  }

  /** Goes on with one of two compared answers, and with its model. The other one is kept as a version. */
  continueWith(id: string): void {
    const { pair } = this.transcript;
    const chosen = pair?.find((turn) => turn.id === id);
    if (!pair || !chosen) return;
    for (const turn of pair) if (turn !== chosen) this.#end(turn.id, { how: 'stopped' });
    this.#add({ kind: 'choose', id });
    this.setModel(chosen.model);
    if (chosen.ending?.how === 'complete') this.#askNext();
  }

  /** Continues an incomplete answer where its text ends. */
  continue(id: string): boolean {
    const turn = this.#answer(id);
    const model = turn && this.transcript.pair?.includes(turn) ? turn.model : this.model;
    if (this.busy || model === undefined || !turn?.ending || turn.text === '') return false;
    this.cancelWait();
    if (this.#uncounted.delete(id) || !turn.usage) {
      delete turn.usage;
      this.#add({ kind: 'usage', id, usage: this.#estimate(turn) });
    }
    this.#add({ kind: 'resume', id });
    void this.#ask(id, model);
    return true;
  }

  /** Cancels the automatic retry. */
  cancelWait(): void {
    const id = this.#autoRetry.cancel();
    if (id !== undefined) this.#add({ kind: 'wait', id });
  }

  /** Holds queued messages and cancels automatic retries: only the user may send them to another account. */
  hold(): void {
    this.cancelWait();
    if (this.transcript.queue.length > 0) this.#add({ kind: 'hold' });
  }

  choose(id: string): void {
    if (!this.busy && this.transcript.versions(id).length > 1) this.#add({ kind: 'choose', id });
  }

  /** Removes a turn and the turns after it from the chat. */
  remove(id: string): boolean {
    if (!this.transcript.turn(id)) return false;
    if ([...this.#running.keys()].some((one) => this.transcript.pathTo(one).some((turn) => turn.id === id)))
      this.stop();
    this.cancelWait();
    this.#add({ kind: 'remove', id });
    return true;
  }

  restore(id: string): void {
    if (this.transcript.turn(id) && !this.busy) this.#add({ kind: 'restore', id });
  }

  /** Stops all streaming answers immediately; the text received so far is kept. */
  stop(): void {
    for (const id of [...this.#running.keys()]) this.#end(id, { how: 'stopped' });
  }

  /** Abandons the streaming answer without recording it as stopped, because the user didn't stop it. */
  dispose(): void {
    this.#isDisposed = true;
    for (const stream of this.#running.values()) {
      stream.stop();
      stream.recordUse();
    }
    this.#running.clear();
    this.#autoRetry.cancel();
  }

  #askAfter(after: string, text: string, context: readonly Attachment[]): void {
    this.#autoRetry.reset();
    this.cancelWait();
    const id = this.#newId();
    this.#add({ kind: 'prompt', id, text, at: this.#clock.now(), after, ...(context.length > 0 && { context }) });
    this.#begin(id);
  }

  #retry(id: string, model?: string, anyway?: boolean): boolean {
    const turn = this.#answer(id);
    if (this.busy || !this.#canAsk || !turn) return false;
    this.cancelWait();
    const { pair, last } = this.transcript;
    const isCompared = pair?.includes(turn);
    const other = isCompared ? pair?.find((one) => one !== turn) : undefined;
    // An answer without content can be removed, unless other turns follow it.
    if (!hasContent(turn) && (last === turn || isCompared)) this.#add({ kind: 'remove', id });
    if (other) this.#begin(turn.after, model ?? turn.model, other.id, anyway);
    else this.#begin(turn.after, undefined, undefined, anyway);
    return true;
  }

  /** @param beside the answer with which the user compares it @param anyway although requests pause */
  #begin(after: string, model = this.model, beside?: string, anyway?: boolean): void {
    if (model === undefined) return;
    const id = this.#newId();
    this.#add({ kind: 'answer', id, model, at: this.#clock.now(), after, ...(beside !== undefined && { beside }) });
    void this.#ask(id, model, anyway);
  }

  async #ask(turn: string, model: string, anyway?: boolean): Promise<void> {
    const { accounts, models } = this.#options;
    const { settings } = this.transcript;
    const messages = messagesOf(
      this.transcript.pathTo(turn),
      settings,
      knownValue(models.takesImages(model)) !== false,
    );
    const stream = new AnswerStream({
      accounts,
      models,
      anyway,
      request: {
        model,
        messages,
        ...(settings.temperature !== undefined && { temperature: settings.temperature }),
        ...(settings.maxTokens !== undefined && { max_completion_tokens: settings.maxTokens }),
      },
      nonStreaming: this.#nonStreaming,
      onText: (text) => this.#addText(turn, text),
      onMedia: (media) => this.#add({ kind: 'media', id: turn, ...media }),
      onThinking: () => this.#add({ kind: 'thinking', id: turn }),
    });
    this.#running.set(turn, stream);
    const ending = await stream.run();
    // Stopped and abandoned answers have already ended; ignore their result.
    if (this.#running.get(turn) === stream) this.#end(turn, ending);
  }

  #addText(id: string, text: string): void {
    const isFirst = this.#answer(id)?.text === '';
    this.#add({ kind: 'text', id, text, ...(isFirst && { at: this.#clock.now() }) });
  }

  #end(id: string, ending: Ending): void {
    const stream = this.#running.get(id);
    if (!stream) return;
    this.#running.delete(id);
    stream.stop();
    const usage = stream.recordUse();
    if (usage) this.#add({ kind: 'usage', id, usage });
    this.#add({ kind: 'end', id, ending, at: this.#clock.now() });
    // The user compares first.
    if (this.busy || this.transcript.pair) return;
    if (ending.how === 'complete') this.#askNext();
    const answer = this.#answer(id);
    if (ending.how === 'failed' && answer && !hasContent(answer)) this.#tryLater(id, ending.problem);
  }

  #askNext(): void {
    const next = this.transcript.queue.find(({ held }) => !held);
    if (next) this.askQueued(next);
  }

  /** If the request was rate-limited, schedules a retry for when the service accepts it again. */
  #tryLater(id: string, problem: AnswerProblem): void {
    const ms = this.#autoRetry.start(id, problem, () => this.#retry(id));
    if (ms !== undefined) this.#add({ kind: 'wait', id, until: this.#clock.now() + ms });
  }

  /** Estimates the usage of an answer that was cut off when VS Code closed, and therefore never counted. */
  #estimate({ after, model, text }: AnswerTurn): TurnUsage {
    const messages = messagesOf(this.transcript.pathTo(after), this.transcript.settings, false);
    return usageOf((one) => this.#options.models.cost(model, one), messages, text);
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
