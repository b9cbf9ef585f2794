/**
 * A chat as a list of small records, and the fold that builds turns from them. The conversation emits the same records that
 * the file stores and the page receives, so all three always agree. Pure, because it also runs in the webview.
 *
 * Turns form a tree: an edited question and a regenerated answer are versions next to the original. One version of each
 * turn is shown, with the turns that follow it.
 */
import type { AnswerSettings, Attachment, ChatRecord, Ending, TurnUsage } from './record.ts';
import { addUsage } from './usage.ts';

/** State that results from the records. Records that make no sense in the current state are ignored. */
export class ChatTranscript {
  readonly #turns = new Map<string, Turn>();
  /** IDs of the versions, by the turn that they follow. */
  readonly #versions = new Map<string, string[]>();
  readonly #chosen = new Map<string, string>();
  /** IDs of the answers that are shown beside the chosen version, by the turn that they follow. */
  readonly #beside = new Map<string, string>();
  readonly #removed = new Set<string>();
  #path: readonly Turn[] | undefined;
  /** Model of the next answer. */
  model: string | undefined;
  settings: AnswerSettings = {};
  /** Name given by the user. */
  title = '';
  pinned = false;
  /** ID of the turn that was deleted last. The deletion can be undone until the next message, or until a reload. */
  removed: string | undefined;
  /** Queued messages by ID, in sending order. */
  readonly #queue = new Map<string, Queued>();

  constructor(records: Iterable<ChatRecord> = []) {
    for (const record of records) this.apply(record);
    this.removed = undefined;
  }

  /** The turns that are shown, in order. */
  get turns(): readonly Turn[] {
    this.#path ??= this.#walk();
    return this.#path;
  }

  /** Usage of all versions of all answers, including removed ones. */
  get usages(): readonly TurnUsage[] {
    return this.answers.flatMap(({ usage }) => (usage ? [usage] : []));
  }

  /** All versions of all answers, including removed ones, oldest first. */
  get answers(): readonly AnswerTurn[] {
    return [...this.#turns.values()].filter((turn) => turn.kind === 'answer');
  }

  /** The user has given the chat a name or settings, possibly before its first message. */
  get isCustomized(): boolean {
    return this.title !== '' || Object.keys(this.settings).length > 0;
  }

  get queue(): readonly Queued[] {
    return [...this.#queue.values()];
  }

  /** The last turn that is shown. */
  get last(): Turn | undefined {
    return this.turns.at(-1);
  }

  /** The answer that is streaming. It isn't always the newest one, because an earlier answer can be continued. */
  get running(): AnswerTurn | undefined {
    return this.answers.findLast(({ ending }) => ending === undefined);
  }

  /** The last answer and the one with which the user compares it, until one of them is chosen or the chat goes on. */
  get pair(): readonly [AnswerTurn, AnswerTurn] | undefined {
    const { last } = this;
    const id = last && this.#beside.get(last.after);
    const other = id === undefined || this.#removed.has(id) ? undefined : this.#turns.get(id);
    return last?.kind === 'answer' && other?.kind === 'answer' && other !== last ? [last, other] : undefined;
  }

  turn(id: string): Turn | undefined {
    return this.#turns.get(id);
  }

  /** IDs of the versions of a turn that aren't removed, oldest first. */
  versions(id: string): readonly string[] {
    const turn = this.#turns.get(id);
    return turn ? this.#present(turn.after) : [];
  }

  /** The turns from the beginning of the chat to this one, inclusive. */
  pathTo(id: string): readonly Turn[] {
    const path: Turn[] = [];
    for (let turn = this.#turns.get(id); turn; turn = this.#turns.get(turn.after)) path.push(turn);
    return path.reverse();
  }

  apply(record: ChatRecord): void {
    switch (record.kind) {
      case 'session':
        return;
      case 'title':
        this.title = record.text;
        return;
      case 'pin':
        this.pinned = record.on;
        return;
      case 'model':
        this.model = record.model;
        return;
      case 'settings':
        this.settings = record.settings;
        return;
      case 'queue':
        // A repeated ID goes to the end, because held messages must remain the first ones.
        this.#queue.delete(record.id);
        this.#queue.set(record.id, { id: record.id, text: record.text, context: record.context ?? [], held: false });
        return;
      case 'unqueue':
        this.#queue.delete(record.id);
        return;
      case 'hold':
        for (const queued of this.queue) this.#queue.set(queued.id, { ...queued, held: true });
        return;
      case 'prompt':
      case 'answer':
        this.removed = undefined;
        this.#add(record);
        return;
      case 'remove': {
        const { last } = this;
        // Retrying removes an answer without content, which leaves nothing to restore.
        this.removed = record.id === last?.id && !hasContent(last) ? undefined : record.id;
        this.#arrange(record.kind, record.id);
        return;
      }
      case 'restore':
        this.removed = undefined;
        this.#arrange(record.kind, record.id);
        return;
      case 'choose':
        this.#arrange(record.kind, record.id);
        return;
      default:
        this.#continue(record);
    }
  }

  #add(record: ChatRecord & { kind: 'prompt' | 'answer' }): void {
    const { id } = record;
    if (this.#turns.has(id) || id === '') return;
    // The previous turn may be missing because its line in the file is damaged. Keep the turns after it.
    const known = record.after !== undefined && (record.after === '' || this.#turns.has(record.after));
    const after = known ? (record.after ?? '') : (this.last?.id ?? '');
    const { at } = record;
    const turn: Turn =
      record.kind === 'prompt'
        ? { kind: 'prompt', id, after, text: record.text, context: record.context ?? [], at }
        : { kind: 'answer', id, after, model: record.model, at, thinking: false, text: '', media: [] };
    const path = this.#path;
    const beside = record.kind === 'answer' ? record.beside : undefined;
    const isBeside = beside !== undefined && this.#turns.get(beside)?.after === after;
    this.#turns.set(id, turn);
    this.#versions.set(after, [...(this.#versions.get(after) ?? []), id]);
    this.#chosen.set(after, isBeside ? beside : id);
    if (isBeside) this.#beside.set(after, id);
    else this.#beside.delete(after);
    // Turns are nearly always added at the end, where the path only grows.
    this.#path = !isBeside && path && (path.at(-1)?.id ?? '') === after ? [...path, turn] : undefined;
  }

  #arrange(kind: 'choose' | 'remove' | 'restore', id: string): void {
    const turn = this.#turns.get(id);
    if (!turn || this.#removed.has(id) !== (kind === 'restore')) return;
    if (kind === 'remove') this.#removed.add(id);
    else {
      this.#removed.delete(id);
      this.#chosen.set(turn.after, id);
      this.#beside.delete(turn.after);
    }
    this.#path = undefined;
  }

  #continue(record: ChatRecord & { kind: 'thinking' | 'text' | 'media' | 'usage' | 'end' | 'resume' | 'wait' }): void {
    const answer = this.#turns.get(record.id);
    if (answer?.kind !== 'answer') return;
    if (record.kind === 'usage') answer.usage = addUsage(answer.usage, record.usage);
    else if (record.kind === 'wait') answer.retryAt = answer.ending && record.until;
    else if (record.kind === 'resume') {
      if (!answer.ending) return;
      Object.assign(answer, { ending: undefined, endedAt: undefined, retryAt: undefined, thinking: false });
    } else if (answer.ending) return;
    else if (record.kind === 'thinking') answer.thinking = answer.text === '';
    else if (record.kind === 'media') {
      const { name, address } = record;
      answer.media = [...answer.media, { name, ...(address !== undefined && { address }) }];
    } else if (record.kind === 'text') {
      if (answer.text === '') answer.firstAt = record.at;
      answer.text += record.text;
      if (answer.text !== '') answer.thinking = false;
    } else {
      answer.ending = record.ending;
      answer.endedAt = record.at;
      answer.thinking = false;
    }
  }

  #present(after: string): string[] {
    return (this.#versions.get(after) ?? []).filter((id) => !this.#removed.has(id));
  }

  #walk(): Turn[] {
    const path: Turn[] = [];
    for (let at = ''; ; ) {
      const versions = this.#present(at);
      const chosen = this.#chosen.get(at);
      const next = chosen !== undefined && versions.includes(chosen) ? chosen : versions.at(-1);
      const turn = next === undefined ? undefined : this.#turns.get(next);
      if (!turn) return path;
      path.push(turn);
      at = turn.id;
    }
  }

  /** Returns the fewest records that result in this state. */
  records(): ChatRecord[] {
    const records: ChatRecord[] = [];
    if (this.title !== '') records.push({ kind: 'title', text: this.title });
    if (this.pinned) records.push({ kind: 'pin', on: true });
    if (this.model !== undefined) records.push({ kind: 'model', model: this.model });
    if (Object.keys(this.settings).length > 0) records.push({ kind: 'settings', settings: this.settings });
    for (const turn of this.#turns.values())
      records.push(
        ...recordsOf(turn, this.#beside.get(turn.after) === turn.id ? this.#chosen.get(turn.after) : undefined),
      );
    for (const [after, versions] of this.#versions) {
      const id = this.#chosen.get(after);
      if (id !== undefined && id !== versions.at(-1) && !this.#beside.has(after)) records.push({ kind: 'choose', id });
    }
    for (const id of this.#removed) records.push({ kind: 'remove', id });
    // Held messages are always the first ones.
    const [held, others] = [this.queue.filter((one) => one.held), this.queue.filter((one) => !one.held)];
    records.push(...held.map(queueRecord));
    if (held.length > 0) records.push({ kind: 'hold' });
    records.push(...others.map(queueRecord));
    return records;
  }
}

export interface PromptTurn {
  readonly kind: 'prompt';
  readonly id: string;
  /** ID of the previous turn; empty for the first turn of the chat. */
  readonly after: string;
  readonly text: string;
  readonly context: readonly Attachment[];
  readonly at: number;
}

/** A part of an answer that isn't text. */
export interface AnswerMedia {
  /** As the service names it: `image`, `audio`. */
  readonly name: string;
  /** Web address or data URL; undefined if it can't be opened. */
  readonly address?: string;
}

/** True if a turn has anything that the user could lose. */
export function hasContent(turn: Turn): boolean {
  return turn.text !== '' || (turn.kind === 'answer' && turn.media.length > 0);
}

export interface AnswerTurn {
  readonly kind: 'answer';
  readonly id: string;
  readonly after: string;
  readonly model: string;
  readonly at: number;
  /** The model is reasoning and hasn't sent text yet. */
  thinking: boolean;
  /** All text received so far. */
  text: string;
  /** Images and other parts that aren't text. They aren't sent back to the model. */
  media: readonly AnswerMedia[];
  /** Time of its first text. */
  firstAt?: number | undefined;
  /** Undefined while the answer is streaming. */
  ending?: Ending | undefined;
  endedAt?: number | undefined;
  usage?: TurnUsage;
  /** Time of the automatic retry. */
  retryAt?: number | undefined;
}

export type Turn = PromptTurn | AnswerTurn;

/** A message that is sent after the streaming answer. */
export interface Queued {
  readonly id: string;
  readonly text: string;
  readonly context: readonly Attachment[];
  /** Sent only by the user, because the account may have changed. */
  readonly held: boolean;
}

function queueRecord({ id, text, context }: Queued): ChatRecord {
  return { kind: 'queue', id, text, ...contextOf(context) };
}

/** Returns the fewest records that result in a turn. @param beside the answer with which the user compares it */
function recordsOf(turn: Turn, beside: string | undefined): ChatRecord[] {
  const { id, at, after } = turn;
  if (turn.kind === 'prompt') return [{ kind: 'prompt', id, text: turn.text, at, after, ...contextOf(turn.context) }];
  const records: ChatRecord[] = [
    { kind: 'answer', id, model: turn.model, at, after, ...(beside !== undefined && { beside }) },
  ];
  if (turn.thinking && turn.text === '' && !turn.ending) records.push({ kind: 'thinking', id });
  if (turn.text !== '')
    records.push({ kind: 'text', id, text: turn.text, ...(turn.firstAt !== undefined && { at: turn.firstAt }) });
  for (const one of turn.media) records.push({ kind: 'media', id, ...one });
  if (turn.usage) records.push({ kind: 'usage', id, usage: turn.usage });
  if (turn.ending) records.push({ kind: 'end', id, ending: turn.ending, at: turn.endedAt ?? at });
  if (turn.retryAt !== undefined) records.push({ kind: 'wait', id, until: turn.retryAt });
  return records;
}

function contextOf(context: readonly Attachment[]): { readonly context?: readonly Attachment[] } {
  return context.length > 0 ? { context } : {};
}
