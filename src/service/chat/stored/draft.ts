/** Draft in the composer of a chat, stored shortly after each change so that it isn't lost when VS Code closes. */

import { type Clock, realClock } from '../../../../common/clock.ts';
import { oneLine } from '../../../shared/text/format.ts';
import { lenient, type Parsed, parsed, record, text } from '../../../shared/text/parse.ts';
import { type Attachment, attachments } from '../record.ts';

/** Maximum delay before a change is stored, in milliseconds. */
const saveDelayMs = 300;

const composed = { text, context: (value: unknown) => attachments(value) ?? [] };
const draft = record({
  ...composed,
  /** ID of the question that is being edited. */
  editing: lenient(text),
  /** Content of the composer before editing began. */
  before: lenient(record(composed)),
});
export type ComposerDraft = Parsed<typeof draft>;

/** Returns what identifies a stored draft in a list: the beginning of its text, or its first attachment. Undefined if it's empty. */
export function titleOfDraft(stored: unknown): string | undefined {
  const { text, context } = parsed(draft, stored) ?? emptyDraft;
  return text.trim() === '' ? context[0]?.label : oneLine(text, 80);
}

const emptyDraft: ComposerDraft = { text: '', context: [] };

export class DraftStore {
  readonly #write: (draft: ComposerDraft | undefined) => void;
  readonly #clock: Clock;
  #value: ComposerDraft;
  #pending: (() => void) | undefined;

  /** @param stored untrusted until validated @param write stores the draft; undefined deletes it */
  constructor(stored: unknown, write: (draft: ComposerDraft | undefined) => void, clock = realClock) {
    this.#write = write;
    this.#clock = clock;
    this.#value = parsed(draft, stored) ?? emptyDraft;
  }

  get value(): ComposerDraft {
    return this.#value;
  }

  get isEmpty(): boolean {
    const { text, context, editing } = this.#value;
    return text === '' && context.length === 0 && editing === undefined;
  }

  set(draft: ComposerDraft): void {
    this.#value = draft;
    this.#pending ??= this.#clock.later(saveDelayMs, () => this.#save());
  }

  /** Starts editing a question. `clear` restores the current content. */
  edit(id: string, text: string, context: readonly Attachment[]): void {
    const { editing, before, ...composed } = this.#value;
    this.set({ text, context, editing: id, before: editing === undefined ? composed : (before ?? emptyDraft) });
  }

  /** Removes what was sent. What was added meanwhile stays, after the content from before an edit, if any. */
  sent(text: string, context: readonly Attachment[]): void {
    const { text: now, context: all, before = emptyDraft } = this.#value;
    const more = now.startsWith(text) ? now.slice(text.length).trimStart() : now;
    this.set({
      text: [before.text, more].filter((one) => one !== '').join('\n\n'),
      context: [...before.context, ...all.filter((one) => !context.includes(one))],
    });
  }

  /** Called after canceling an edit: restores the content from before the edit, if any. */
  clear(): void {
    this.set(this.#value.before ?? emptyDraft);
  }

  /** Moves the content to the draft of another chat, unless it's a question of this chat. */
  moveTo(other: DraftStore): void {
    if (this.isEmpty || this.#value.editing !== undefined) return;
    other.set(this.#value);
    this.set(emptyDraft);
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
