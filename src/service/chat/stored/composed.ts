/** What is composed in a chat and not sent yet, stored shortly after each change so that it isn't lost when VS Code closes. */

import { type Clock, realClock } from '../../../../common/clock.ts';
import { oneLine } from '../../../shared/text/format.ts';
import { lenient, type Parsed, parsed, record, text } from '../../../shared/text/parse.ts';
import { type Attachment, attachments } from '../record.ts';

/** Maximum delay before a change is stored, in milliseconds. */
const saveDelayMs = 300;

const content = { text, context: (value: unknown) => attachments(value) ?? [] };
const composed = record({
  ...content,
  /** ID of the question that is being edited. */
  editing: lenient(text),
  /** Content of the composer before editing began. */
  before: lenient(record(content)),
});
export type Composed = Parsed<typeof composed>;

/** Returns what identifies stored content in a list: the beginning of its text, or its first attachment. Undefined if it's empty. */
export function titleOfComposed(stored: unknown): string | undefined {
  const { text, context } = parsed(composed, stored) ?? nothing;
  return text.trim() === '' ? context[0]?.label : oneLine(text, 80);
}

const nothing: Composed = { text: '', context: [] };

export class ComposedStore {
  readonly #write: (composed: Composed | undefined) => void;
  readonly #clock: Clock;
  #value: Composed;
  #pending: (() => void) | undefined;

  /** @param stored untrusted until validated @param write stores the content; undefined deletes it */
  constructor(stored: unknown, write: (composed: Composed | undefined) => void, clock = realClock) {
    this.#write = write;
    this.#clock = clock;
    this.#value = parsed(composed, stored) ?? nothing;
  }

  get value(): Composed {
    return this.#value;
  }

  get isEmpty(): boolean {
    const { text, context, editing } = this.#value;
    return text === '' && context.length === 0 && editing === undefined;
  }

  set(composed: Composed): void {
    this.#value = composed;
    this.#pending ??= this.#clock.later(saveDelayMs, () => this.#save());
  }

  /** Starts editing a question. `clear` restores the current content. */
  edit(id: string, text: string, context: readonly Attachment[]): void {
    const { editing, before, ...composed } = this.#value;
    this.set({ text, context, editing: id, before: editing === undefined ? composed : (before ?? nothing) });
  }

  /** Removes what was sent. What was added meanwhile stays, after the content from before an edit, if any. */
  sent(text: string, context: readonly Attachment[]): void {
    const { text: now, context: all, before = nothing } = this.#value;
    const more = now.startsWith(text) ? now.slice(text.length).trimStart() : now;
    this.set({
      text: [before.text, more].filter((one) => one !== '').join('\n\n'),
      context: [...before.context, ...all.filter((one) => !context.includes(one))],
    });
  }

  /** Called after canceling an edit: restores the content from before the edit, if any. */
  clear(): void {
    this.set(this.#value.before ?? nothing);
  }

  /** Moves the content to another chat, unless it's a question of this chat. */
  moveTo(other: ComposedStore): void {
    if (this.isEmpty || this.#value.editing !== undefined) return;
    other.set(this.#value);
    this.set(nothing);
  }

  /** Stores a pending change immediately. */
  flush(): void {
    if (this.#pending) this.#save();
  }

  #save(): void {
    this.#pending?.();
    this.#pending = undefined;
    this.#write(this.isEmpty ? undefined : this.#value);
  }
}
