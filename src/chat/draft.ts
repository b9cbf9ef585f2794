/** What stands in the composer of a chat: kept within a moment, so that nothing typed is lost with the editor. */

import { type Clock, realClock } from '../../common/clock.ts';
import { isRecord } from '../api/json.ts';
import { type Attachment, parseContext } from './record.ts';

/** How long typing may go on before it is kept, in milliseconds. */
const WAIT = 300;

interface Composed {
  readonly text: string;
  readonly context: readonly Attachment[];
}

export interface Draft extends Composed {
  /** The question that is written anew … */
  readonly editing?: string;
  /** … and what stood in the composer before that. */
  readonly before?: Composed;
}

const EMPTY: Draft = { text: '', context: [] };

export interface DraftOptions {
  /** What was kept, unchecked. */
  readonly kept: unknown;
  /** Undefined: there is nothing to keep. */
  readonly write: (draft: Draft | undefined) => void;
  readonly clock?: Clock;
}

export class DraftKeeper {
  readonly #options: DraftOptions;
  #value: Draft;
  #pending: (() => void) | undefined;

  constructor(options: DraftOptions) {
    this.#options = options;
    this.#value = parseDraft(options.kept) ?? EMPTY;
  }

  get value(): Draft {
    return this.#value;
  }

  set(draft: Draft): void {
    this.#value = draft;
    this.#pending ??= (this.#options.clock ?? realClock).later(WAIT, () => this.#save());
  }

  /** Writes a question anew; what stood here comes back afterwards. */
  edit(id: string, text: string, context: readonly Attachment[]): void {
    const { editing, before, ...composed } = this.#value;
    this.set({ text, context, editing: id, before: editing === undefined ? composed : (before ?? EMPTY) });
  }

  /** After it was sent, or the edit was left. */
  clear(): void {
    this.set(this.#value.before ?? EMPTY);
  }

  /** Writes what waits; more may follow. */
  flush(): void {
    if (this.#pending) this.#save();
  }

  dispose(): void {
    this.flush();
  }

  #save(): void {
    this.#pending?.();
    this.#pending = undefined;
    const { text, context, editing } = this.#value;
    this.#options.write(text === '' && context.length === 0 && editing === undefined ? undefined : this.#value);
  }
}

function parseDraft(value: unknown): Draft | undefined {
  const composed = parseComposed(value);
  if (!composed || !isRecord(value)) return undefined;
  const before = parseComposed(value.before);
  return {
    ...composed,
    ...(typeof value.editing === 'string' && { editing: value.editing }),
    ...(before && { before }),
  };
}

function parseComposed(value: unknown): Composed | undefined {
  if (!isRecord(value) || typeof value.text !== 'string') return undefined;
  const more = parseContext(value.context);
  return more && { text: value.text, context: more.context ?? [] };
}
