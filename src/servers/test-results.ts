/** Outcomes of connection tests, kept until the definition of the server changes or the window closes. */
import { EventEmitter, type TreeItem } from 'vscode';
import type { TestFailure } from '../../common/connection-test/failure.ts';
import type { TestResult } from '../../common/connection-test/result.ts';
import type { ServerDefinition } from '../../common/server-definition.ts';
import type { Comparison } from '../../common/tool-lock/compare.ts';
import type { TextFinding } from '../../common/tool-lock/findings.ts';
import type { ServerPin } from '../../common/tool-lock/lock.ts';
import type { ServerRef } from '../../common/tool-servers.ts';
import { DisposableStore } from '../shared/disposable.ts';
import { idOf, type TestNode } from './nodes.ts';

export type Outcome =
  | { readonly kind: 'running' }
  | PassedOutcome
  | {
      readonly kind: 'failed';
      readonly definition: ServerDefinition;
      readonly failure: TestFailure;
      /** Processes that the server may have left running. */
      readonly survivors: readonly string[];
    };

export interface PassedOutcome {
  readonly kind: 'passed';
  /** The tested definition, as written. */
  readonly definition: ServerDefinition;
  readonly result: TestResult;
  readonly findings: readonly TextFinding[];
  /** The pin that would be written, or the reason why the server can't be pinned. */
  readonly current: ServerPin | string;
  readonly pin: PinState;
}

export type PinState =
  /** Nothing to compare with: not pinned, or no folder is open. */
  | { readonly kind: 'none' }
  /** Not compared: the lock is for the definition in effect. */
  | { readonly kind: 'overridden' }
  | { readonly kind: 'same' }
  | { readonly kind: 'changed'; readonly comparison: Comparison }
  /** The lock can't be read, or the server can't be pinned. */
  | { readonly kind: 'failed'; readonly message: string; readonly place?: LockPlace };

/** Line of a lock file, 1-based. */
export interface LockPlace {
  readonly uri: string;
  readonly line: number;
}

/** Row below a tested server. */
export interface TestRow {
  readonly item: TreeItem;
  readonly children?: TestRows;
}

/** By the last part of the path of their nodes, in the order of the tree. */
export type TestRows = ReadonlyMap<string, TestRow>;

/** What the view shows about an outcome: texts in the server's row, and the rows below it. */
export interface OutcomeViewModel {
  /** Changes since the tools were pinned; empty if there are none. */
  readonly change: string;
  readonly text: string;
  readonly isSuspicious: boolean;
  readonly children: TestRows;
}

interface Entry {
  readonly at: ServerRef;
  readonly outcome: Outcome;
  readonly view: OutcomeViewModel | undefined;
}

export class TestResults extends DisposableStore {
  /** Set with the first test, because most sessions run none. */
  viewModelOf: ((at: ServerRef, outcome: Outcome) => OutcomeViewModel) | undefined;
  /** By `idOf`. */
  readonly #entries = new Map<string, Entry>();
  readonly #changed = this.own(new EventEmitter<void>());
  readonly onDidChange = this.#changed.event;

  get(at: ServerRef): Outcome | undefined {
    return this.#entries.get(idOf(at))?.outcome;
  }

  viewOf(at: ServerRef): OutcomeViewModel | undefined {
    return this.#entries.get(idOf(at))?.view;
  }

  /** Returns undefined if a later test of the server has no such row. */
  itemOf({ at, path }: TestNode): TreeItem | undefined {
    return this.#rowsBelow(at, path.slice(0, -1))?.get(path.at(-1) ?? '')?.item;
  }

  /** @param path absent for the rows below the server itself */
  nodesBelow(at: ServerRef, path: readonly string[] = []): TestNode[] {
    return Array.from(this.#rowsBelow(at, path)?.keys() ?? [], (key) => ({ kind: 'test', at, path: [...path, key] }));
  }

  #rowsBelow(at: ServerRef, path: readonly string[]): TestRows | undefined {
    return path.reduce<TestRows | undefined>((rows, key) => rows?.get(key)?.children, this.viewOf(at)?.children);
  }

  /** Returns the tested definition of a finished test. */
  definitionOf(at: ServerRef): ServerDefinition | undefined {
    const outcome = this.get(at);
    return outcome === undefined || outcome.kind === 'running' ? undefined : outcome.definition;
  }

  /** The tested servers. */
  get servers(): readonly ServerRef[] {
    return Array.from(this.#entries.values(), ({ at }) => at);
  }

  set(at: ServerRef, outcome: Outcome): void {
    this.#entries.set(idOf(at), { at, outcome, view: this.viewModelOf?.(at, outcome) });
    this.#changed.fire();
  }

  forget(at: ServerRef): void {
    if (this.#entries.delete(idOf(at))) this.#changed.fire();
  }
}
