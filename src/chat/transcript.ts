/**
 * A chat as a list of small records, and the fold that makes turns of them. The same records are what the session says,
 * what the file keeps and what the panel is sent, so that all three always mean the same. Pure: it runs in the webview too.
 */

/** What is wrong, in words for the user; `cause` (an `ApiErrorKind` or one of our own) decides what is offered. */
export interface Problem {
  readonly cause: string;
  readonly text: string;
}

/** How an answer came to its end. */
export type Ending =
  /** `reason` is the service's own word: `stop`, `length`, … (open). */
  | { readonly how: 'complete'; readonly reason?: string }
  /** By the user. */
  | { readonly how: 'stopped' }
  /** What had come until then stays. */
  | { readonly how: 'failed'; readonly problem: Problem };

/** Times are milliseconds since the epoch. */
export type ChatRecord =
  /** The first line of a file. */
  | { readonly kind: 'session'; readonly id: string; readonly version: 1; readonly at: number }
  /** From here on this model answers. */
  | { readonly kind: 'model'; readonly model: string }
  | { readonly kind: 'prompt'; readonly id: string; readonly text: string; readonly at: number }
  /** An answer begins … */
  | { readonly kind: 'answer'; readonly id: string; readonly model: string; readonly at: number }
  /** … the model reasons before it answers: what it thinks is not kept … */
  | { readonly kind: 'thinking'; readonly id: string }
  /** … grows … */
  | { readonly kind: 'text'; readonly id: string; readonly text: string }
  /** … and ends. An answer without its end was cut off by the end of the editor. */
  | { readonly kind: 'end'; readonly id: string; readonly ending: Ending; readonly at: number }
  /** A turn is no longer part of the chat; an answer that is tried again, for example. */
  | { readonly kind: 'remove'; readonly id: string };

export interface PromptTurn {
  readonly kind: 'prompt';
  readonly id: string;
  readonly text: string;
  readonly at: number;
}

export interface AnswerTurn {
  readonly kind: 'answer';
  readonly id: string;
  readonly model: string;
  readonly at: number;
  /** The model has begun to reason; it says so until there is text. */
  thinking: boolean;
  /** All that has come so far. */
  text: string;
  /** Undefined while it streams. */
  ending: Ending | undefined;
  endedAt: number | undefined;
}

export type Turn = PromptTurn | AnswerTurn;

/** The state that records lead to. Records that make no sense here change nothing. */
export class Transcript {
  readonly #turns = new Map<string, Turn>();
  #last: Turn | undefined;
  /** The model that answers next. */
  model: string | undefined;

  constructor(records: Iterable<ChatRecord> = []) {
    for (const record of records) this.apply(record);
  }

  /** In the order in which they came. */
  get turns(): readonly Turn[] {
    return [...this.#turns.values()];
  }

  /** The latest turn, found without a walk over the others. */
  get last(): Turn | undefined {
    return this.#last;
  }

  /** The answer that is streaming. */
  get running(): AnswerTurn | undefined {
    return this.#last?.kind === 'answer' && !this.#last.ending ? this.#last : undefined;
  }

  turn(id: string): Turn | undefined {
    return this.#turns.get(id);
  }

  apply(record: ChatRecord): void {
    switch (record.kind) {
      case 'session':
        return;
      case 'model':
        this.model = record.model;
        return;
      case 'prompt':
        this.#add(record);
        return;
      case 'answer':
        this.#add({ ...record, thinking: false, text: '', ending: undefined, endedAt: undefined });
        return;
      case 'remove':
        if (this.#turns.delete(record.id) && this.#last?.id === record.id) this.#last = this.turns.at(-1);
        return;
      case 'thinking':
      case 'text':
      case 'end':
        this.#continue(record);
    }
  }

  #add(turn: Turn): void {
    if (this.#turns.has(turn.id)) return;
    this.#turns.set(turn.id, turn);
    this.#last = turn;
  }

  #continue(record: ChatRecord & { kind: 'thinking' | 'text' | 'end' }): void {
    const answer = this.#turns.get(record.id);
    if (answer?.kind !== 'answer' || answer.ending) return;
    if (record.kind === 'thinking') answer.thinking = true;
    else if (record.kind === 'text') answer.text += record.text;
    else {
      answer.ending = record.ending;
      answer.endedAt = record.at;
    }
  }

  /** The fewest records that lead to this state. */
  records(): ChatRecord[] {
    const model: ChatRecord[] = this.model === undefined ? [] : [{ kind: 'model', model: this.model }];
    return [...model, ...this.turns.flatMap(recordsOf)];
  }
}

function recordsOf(turn: Turn): ChatRecord[] {
  const { id, at } = turn;
  if (turn.kind === 'prompt') return [{ kind: 'prompt', id, text: turn.text, at }];
  const records: ChatRecord[] = [{ kind: 'answer', id, model: turn.model, at }];
  if (turn.thinking && turn.text === '' && !turn.ending) records.push({ kind: 'thinking', id });
  if (turn.text !== '') records.push({ kind: 'text', id, text: turn.text });
  if (turn.ending) records.push({ kind: 'end', id, ending: turn.ending, at: turn.endedAt ?? at });
  return records;
}
