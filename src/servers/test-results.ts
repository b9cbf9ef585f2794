/** Outcomes of connection tests by server definition, kept until the window closes. */
import { EventEmitter, TreeItem } from 'vscode';
import type { ServerRef } from '../../common/tool-servers.ts';
import { DisposableStore } from '../shared/disposable.ts';
import { idOf } from './nodes.ts';
import type { Outcome, PassedOutcome } from './outcome.ts';
import type { TestNode } from './test-nodes.ts';

/** Creates the tree items of outcomes. Loaded with the first test, because most sessions run none. */
export interface OutcomeRows {
  row(node: TestNode, outcome: Outcome | undefined): TreeItem;
  summary(outcome: Outcome): OutcomeSummary;
}

/** What a server's row shows about its test. */
export interface OutcomeSummary {
  /** Changes since the tools were pinned; empty if there are none. */
  readonly change: string;
  readonly text: string;
  readonly isSuspicious: boolean;
}

export class TestResults extends DisposableStore {
  /** By `idOf`. */
  readonly #outcomes = new Map<string, { readonly at: ServerRef; readonly outcome: Outcome }>();
  readonly #changed = this.own(new EventEmitter<void>());
  readonly onDidChange = this.#changed.event;

  #rows: OutcomeRows | undefined;

  /** Called before the first outcome is set. */
  useRows(rows: OutcomeRows): void {
    this.#rows = rows;
  }

  rowOf(node: TestNode): TreeItem {
    return this.#rows?.row(node, this.get(node.at)) ?? new TreeItem('');
  }

  summaryOf(at: ServerRef): OutcomeSummary | undefined {
    const outcome = this.get(at);
    return outcome && this.#rows?.summary(outcome);
  }

  get(at: ServerRef): Outcome | undefined {
    return this.#outcomes.get(idOf(at))?.outcome;
  }

  /** The tests that passed. */
  get passed(): readonly { readonly at: ServerRef; readonly outcome: PassedOutcome }[] {
    return [...this.#outcomes.values()].flatMap(({ at, outcome }) =>
      outcome.kind === 'passed' ? [{ at, outcome }] : [],
    );
  }

  set(at: ServerRef, outcome: Outcome): void {
    this.#outcomes.set(idOf(at), { at, outcome });
    this.#changed.fire();
  }

  forget(at: ServerRef): void {
    if (this.#outcomes.delete(idOf(at))) this.#changed.fire();
  }
}
