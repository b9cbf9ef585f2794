/** The rows of the Runs view. */
import type { StepExecution } from '../api/index.ts';

export type RunNode =
  | { readonly kind: 'day'; readonly key: string }
  | { readonly kind: 'run'; readonly id: string }
  | { readonly kind: 'step'; readonly run: string; readonly step: StepExecution; readonly index: number }
  | { readonly kind: 'note'; readonly run: string; readonly text: string; readonly failed: boolean }
  | { readonly kind: 'more' };

export function idOf(node: RunNode): string {
  switch (node.kind) {
    case 'day':
      return `day/${node.key}`;
    case 'run':
      return node.id;
    case 'step':
      // The index distinguishes steps to which the service gives the same ID.
      return `${node.run}/${node.index}/${node.step.id}`;
    case 'note':
      return `${node.run}/note`;
    case 'more':
      return 'more';
  }
}

/** Returns the ID of the run in a command's argument: a row of the Runs view, or a run's row in another view. */
export function runOf(argument: unknown): string | undefined {
  if (typeof argument !== 'object' || argument === null || !('kind' in argument)) return undefined;
  if (argument.kind === 'run' && 'id' in argument && typeof argument.id === 'string') return argument.id;
  const isBelow = (argument.kind === 'step' || argument.kind === 'note') && 'run' in argument;
  return isBelow && typeof argument.run === 'string' ? argument.run : undefined;
}

export function stepOf(argument: unknown): (RunNode & { kind: 'step' }) | undefined {
  const isStep = typeof argument === 'object' && argument !== null && 'kind' in argument && argument.kind === 'step';
  return isStep ? (argument as RunNode & { kind: 'step' }) : undefined;
}
