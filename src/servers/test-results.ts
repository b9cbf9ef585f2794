/** What connection tests learned, for as long as the window is open; by definition. */
import { EventEmitter } from 'vscode';
import type { ServerAt } from '../../common/tool-servers.ts';
import { DisposableStore } from '../shared/disposable.ts';
import { idOf } from './nodes.ts';
import type { Outcome, PassedOutcome } from './outcome.ts';

export class TestResults extends DisposableStore {
  /** By `idOf`. */
  readonly #outcomes = new Map<string, { readonly at: ServerAt; readonly outcome: Outcome }>();
  readonly #changed = this.own(new EventEmitter<void>());
  readonly onDidChange = this.#changed.event;

  get(at: ServerAt): Outcome | undefined {
    return this.#outcomes.get(idOf(at))?.outcome;
  }

  /** The tests that passed. */
  get passed(): readonly { readonly at: ServerAt; readonly outcome: PassedOutcome }[] {
    return [...this.#outcomes.values()].flatMap(({ at, outcome }) =>
      outcome.kind === 'passed' ? [{ at, outcome }] : [],
    );
  }

  set(at: ServerAt, outcome: Outcome): void {
    this.#outcomes.set(idOf(at), { at, outcome });
    this.#changed.fire();
  }

  forget(at: ServerAt): void {
    if (this.#outcomes.delete(idOf(at))) this.#changed.fire();
  }
}
