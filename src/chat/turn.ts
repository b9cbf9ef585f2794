/** What records become: the messages of a chat. */
import type { Attachment, ChatRecord, Ending, TurnUsage } from './chat-record.ts';

export interface PromptTurn {
  readonly kind: 'prompt';
  readonly id: string;
  /** The turn that it follows; empty for the first of the chat. */
  readonly after: string;
  readonly text: string;
  readonly context: readonly Attachment[];
  readonly at: number;
}

export interface AnswerTurn {
  readonly kind: 'answer';
  readonly id: string;
  readonly after: string;
  readonly model: string;
  readonly at: number;
  /** The model has begun to reason; it says so until there is text. */
  thinking: boolean;
  /** All that has come so far. */
  text: string;
  /** Undefined while it streams. */
  ending: Ending | undefined;
  endedAt: number | undefined;
  usage: TurnUsage | undefined;
  /** When it is tried again by itself. */
  retryAt: number | undefined;
}

export type Turn = PromptTurn | AnswerTurn;

/** A message that waits for the end of the answer that is running. */
export interface Queued {
  readonly text: string;
  readonly context: readonly Attachment[];
}

/** What the record of a turn makes of it, before anything else is heard. @param after the turn that it follows */
export function beginTurn(record: ChatRecord & { kind: 'prompt' | 'answer' }, after: string): Turn {
  const { id, at } = record;
  if (record.kind === 'prompt')
    return { kind: 'prompt', id, after, text: record.text, context: record.context ?? [], at };
  return { kind: 'answer', id, after, model: record.model, at, ...BEGUN };
}

const BEGUN = {
  thinking: false,
  text: '',
  ending: undefined,
  endedAt: undefined,
  usage: undefined,
  retryAt: undefined,
} as const;

/** The fewest records that lead to a turn. */
export function recordsOf(turn: Turn): ChatRecord[] {
  const { id, at, after } = turn;
  if (turn.kind === 'prompt') return [{ kind: 'prompt', id, text: turn.text, at, after, ...contextOf(turn.context) }];
  const records: ChatRecord[] = [{ kind: 'answer', id, model: turn.model, at, after }];
  if (turn.thinking && turn.text === '' && !turn.ending) records.push({ kind: 'thinking', id });
  if (turn.text !== '') records.push({ kind: 'text', id, text: turn.text });
  if (turn.usage) records.push({ kind: 'usage', id, usage: turn.usage });
  if (turn.ending) records.push({ kind: 'end', id, ending: turn.ending, at: turn.endedAt ?? at });
  if (turn.retryAt !== undefined) records.push({ kind: 'wait', id, until: turn.retryAt });
  return records;
}

export function contextOf(context: readonly Attachment[]): { readonly context?: readonly Attachment[] } {
  return context.length > 0 ? { context } : {};
}
