/** Outcome of a connection test, including the comparison with `mcp-lock.json`. */
import type { TestFailure } from '../../common/connection-test/failure.ts';
import type { TestResult } from '../../common/connection-test/result.ts';
import type { ServerDefinition } from '../../common/server-definition.ts';
import type { Comparison } from '../../common/tool-lock/compare.ts';
import type { TextFinding } from '../../common/tool-lock/findings.ts';
import type { ServerPin } from '../../common/tool-lock/lock.ts';

export type Outcome =
  | { readonly kind: 'running' }
  | PassedOutcome
  | { readonly kind: 'failed'; readonly definition: ServerDefinition; readonly failure: TestFailure };

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

/** True if the user should review the server's tools. */
export function isSuspicious(outcome: Outcome | undefined): boolean {
  if (outcome?.kind !== 'passed') return false;
  const { findings, pin } = outcome;
  // Pinning accepts the findings.
  return pin.kind === 'changed' || pin.kind === 'failed' || (findings.length > 0 && pin.kind !== 'same');
}
