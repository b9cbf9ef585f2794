/**
 * Outcomes of connection tests, kept until the definition of the server changes or the window closes. What differs from
 * a lock is also remembered for the next window (`lock-memory.ts`).
 */
import { EventEmitter, type TreeItem } from 'vscode';
import type { TestFailure } from '../../../../common/connection-test/failure.ts';
import type { TestResult } from '../../../../common/connection-test/result.ts';
import type { ServerDefinition } from '../../../../common/messages/server-definition.ts';
import type { ServerRef } from '../../../../common/messages/tool-servers.ts';
import type { Comparison } from '../../../../common/tool-lock/compare.ts';
import type { TextFinding } from '../../../../common/tool-lock/findings.ts';
import type { ServerLock } from '../../../../common/tool-lock/lock.ts';
import { DisposableStore } from '../../../shared/disposable.ts';
import { idOf } from '../store.ts';

export type Outcome = { readonly kind: 'running' } | PassedOutcome | FailedOutcome | RememberedOutcome;

export interface FailedOutcome {
  readonly kind: 'failed';
  readonly definition: ServerDefinition;
  readonly failure: TestFailure;
  /** Processes of the server that couldn't be ended. */
  readonly survivors: readonly string[];
  /** Variables that are used but aren't set. */
  readonly unset: readonly string[];
}

export interface PassedOutcome {
  readonly kind: 'passed';
  /** The tested definition, as written. */
  readonly definition: ServerDefinition;
  readonly result: TestResult;
  readonly findings: readonly TextFinding[];
  /** The lock that would be written, or the reason why the server can't be locked. */
  readonly current: ServerLock | string;
  readonly lock: LockState;
}

/** What is left of a test in an earlier window. */
export interface RememberedOutcome {
  readonly kind: 'remembered';
  readonly definition: ServerDefinition;
  readonly current: ServerLock;
  readonly lock: LockState;
}

/** Returns the outcome if it can be compared with a lock. */
export function compared(outcome: Outcome | undefined): PassedOutcome | RememberedOutcome | undefined {
  return outcome?.kind === 'passed' || outcome?.kind === 'remembered' ? outcome : undefined;
}

export type LockState =
  /** Nothing to compare with: not locked, or no folder is open. */
  | { readonly kind: 'none' }
  /** Not compared: the lock is for the definition in effect. */
  | { readonly kind: 'overridden' }
  | { readonly kind: 'same' }
  | { readonly kind: 'changed'; readonly comparison: Comparison }
  /** The lock can't be read, or the server can't be locked. */
  | { readonly kind: 'failed'; readonly message: string; readonly place?: LockPlace };

/** Line of a lock file, 1-based. */
export interface LockPlace {
  readonly uri: string;
  readonly line: number;
}

/** What a row below a tested server shows. A command without arguments gets the row. */
export interface TestItem {
  readonly item: TreeItem;
  readonly children?: TestItems;
}

/** By the last part of the path of their rows, in the order of the tree. */
export type TestItems = ReadonlyMap<string, TestItem>;

/** What the view shows about an outcome: texts in the server's row, and the rows below it. */
export interface OutcomeViewModel {
  /** Changes since the tools were locked; empty if there are none. */
  readonly change: string;
  readonly text: string;
  readonly isSuspicious: boolean;
  readonly hasFailed: boolean;
  readonly children: TestItems;
}

/** Key in the state of the workspace: servers whose tools differ from their locks. Absent: there are none. */
export const lockMemoryKey = 'switchyard.servers.changedPins';

interface Entry {
  readonly at: ServerRef;
  readonly outcome: Outcome;
  readonly view: OutcomeViewModel | undefined;
}

export class TestResults extends DisposableStore {
  /** Set with the first test, because most sessions run none. */
  viewModelOf: ((outcome: Outcome) => OutcomeViewModel) | undefined;
  /** By `idOf`. */
  readonly #entries = new Map<string, Entry>();
  readonly #changed = this.register(new EventEmitter<void>());
  readonly onDidChange = this.#changed.event;

  get(at: ServerRef): Outcome | undefined {
    return this.#entries.get(idOf(at))?.outcome;
  }

  viewOf(at: ServerRef): OutcomeViewModel | undefined {
    return this.#entries.get(idOf(at))?.view;
  }

  /** Returns undefined if a later test of the server has no such row. */
  itemOf(at: ServerRef, path: readonly string[]): TreeItem | undefined {
    return this.#itemsBelow(at, path.slice(0, -1))?.get(path.at(-1) ?? '')?.item;
  }

  /** Returns the last parts of the paths of the rows below a row. @param path empty for the row of the server */
  keysBelow(at: ServerRef, path: readonly string[]): readonly string[] {
    return [...(this.#itemsBelow(at, path)?.keys() ?? [])];
  }

  #itemsBelow(at: ServerRef, path: readonly string[]): TestItems | undefined {
    return path.reduce<TestItems | undefined>((items, key) => items?.get(key)?.children, this.viewOf(at)?.children);
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
    this.#entries.set(idOf(at), { at, outcome, view: this.viewModelOf?.(outcome) });
    this.#changed.fire();
  }

  forget(at: ServerRef): void {
    if (this.#entries.delete(idOf(at))) this.#changed.fire();
  }
}
