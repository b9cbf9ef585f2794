/** What this window remembers of its chat, so that a reload shows it again as it was. */
import type { Memento } from 'vscode';
import { realTimer, type Timer } from './batch.ts';
import { isObject } from './record.ts';

const KEY = 'switchyard.chat.current';
/** How long typing may go on before it is kept, in milliseconds. */
const WAIT = 300;

interface Remembered {
  readonly session: string;
  readonly model: string | undefined;
  readonly draft: string;
}

export class CurrentChat {
  readonly #memento: Memento;
  readonly #timer: Timer;
  #value: Remembered;
  #pending: (() => void) | undefined;

  constructor(memento: Memento, timer: Timer = realTimer) {
    this.#memento = memento;
    this.#timer = timer;
    this.#value = parse(memento.get<unknown>(KEY)) ?? { session: crypto.randomUUID(), model: undefined, draft: '' };
  }

  get value(): Remembered {
    return this.#value;
  }

  /** Kept within a moment. */
  update(change: Partial<Remembered>): void {
    this.#value = { ...this.#value, ...change };
    this.#pending ??= this.#timer.after(WAIT, () => this.#save());
  }

  dispose(): void {
    if (this.#pending) this.#save();
  }

  #save(): void {
    this.#pending?.();
    this.#pending = undefined;
    void this.#memento.update(KEY, this.#value);
  }
}

function parse(value: unknown): Remembered | undefined {
  if (!isObject(value)) return undefined;
  const { session, model, draft } = value;
  if (typeof session !== 'string' || !/^[\w-]{1,64}$/.test(session)) return undefined;
  return {
    session,
    model: typeof model === 'string' ? model : undefined,
    draft: typeof draft === 'string' ? draft : '',
  };
}
