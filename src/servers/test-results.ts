/** What connection tests learned, for as long as the window is open; by definition. */
import { EventEmitter } from 'vscode';
import type { Outcome } from '../../common/connection-test/result.ts';
import type { ServerAt } from '../../common/tool-servers.ts';
import { DisposableStore } from '../shared/disposable.ts';
import { idOf } from './nodes.ts';

export class TestResults extends DisposableStore {
  readonly #outcomes = new Map<string, Outcome>();
  readonly #changed = this.own(new EventEmitter<void>());
  readonly onDidChange = this.#changed.event;

  get(at: ServerAt): Outcome | undefined {
    return this.#outcomes.get(idOf(at));
  }

  set(at: ServerAt, outcome: Outcome): void {
    this.#outcomes.set(idOf(at), outcome);
    this.#changed.fire();
  }

  forget(at: ServerAt): void {
    if (this.#outcomes.delete(idOf(at))) this.#changed.fire();
  }
}
