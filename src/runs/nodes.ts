/** The rows of the Runs view. */

import { isRecord } from '../../common/guards.ts';
import type { StepExecution } from '../api/index.ts';

export type RunNode =
  | { readonly kind: 'day'; readonly key: string }
  | { readonly kind: 'run'; readonly id: string }
  | { readonly kind: 'step'; readonly run: string; readonly step: StepExecution; readonly index: number }
  | { readonly kind: 'note'; readonly run: string; readonly text: string; readonly failed: boolean }
  | { readonly kind: 'more' };

/** Returns the ID of the run in a command's argument: a row of the Runs view, or a run's row in another view. */
export function runOf(argument: unknown): string | undefined {
  if (!isRecord(argument)) return undefined;
  const { kind, id, run } = argument;
  const known = kind === 'run' ? id : kind === 'step' || kind === 'note' ? run : undefined;
  return typeof known === 'string' ? known : undefined;
}

export function stepOf(argument: unknown): (RunNode & { kind: 'step' }) | undefined {
  return isRecord(argument) && argument.kind === 'step' ? (argument as RunNode & { kind: 'step' }) : undefined;
}
