/** The current chat and model of this window, stored so that a reload restores them. */
import type { Memento } from 'vscode';
import { isRecord } from '../api/json.ts';
import { isSessionId } from './session-log.ts';

const KEY = 'switchyard.chat.current';

interface Remembered {
  readonly session: string;
  readonly model: string | undefined;
}

export class CurrentChat {
  readonly #memento: Memento;
  #value: Remembered;

  constructor(memento: Memento) {
    this.#memento = memento;
    this.#value = parse(memento.get<unknown>(KEY)) ?? { session: crypto.randomUUID(), model: undefined };
  }

  get value(): Remembered {
    return this.#value;
  }

  update(change: Partial<Remembered>): void {
    this.#value = { ...this.#value, ...change };
    void this.#memento.update(KEY, this.#value);
  }
}

function parse(value: unknown): Remembered | undefined {
  if (!isRecord(value)) return undefined;
  const { session, model } = value;
  if (typeof session !== 'string' || !isSessionId(session)) return undefined;
  return { session, model: typeof model === 'string' ? model : undefined };
}
