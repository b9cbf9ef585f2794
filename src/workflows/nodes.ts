/** The rows of the Workflows view. */

import { isRecord } from '../../common/guards.ts';
import type { WorkflowVersion } from '../api/index.ts';

export type WorkflowNode =
  | { readonly kind: 'workflow'; readonly id: string }
  | { readonly kind: 'active'; readonly workflow: string; readonly version: string }
  | { readonly kind: 'versions'; readonly workflow: string }
  | { readonly kind: 'version'; readonly workflow: string; readonly version: WorkflowVersion }
  | { readonly kind: 'more'; readonly workflow: string }
  | { readonly kind: 'runs'; readonly workflow: string }
  | { readonly kind: 'run'; readonly workflow: string; readonly id: string }
  | {
      readonly kind: 'note';
      readonly workflow: string;
      readonly under: 'versions' | 'runs';
      readonly text: string;
      readonly failed: boolean;
    };

export function workflowOf(node: WorkflowNode): string {
  return node.kind === 'workflow' ? node.id : node.workflow;
}

/** Returns a command's argument as a row of the view; undefined if it isn't one. */
export function asNode(argument: unknown): WorkflowNode | undefined {
  const known = isRecord(argument) && 'kind' in argument && ('workflow' in argument || argument.kind === 'workflow');
  return known ? (argument as WorkflowNode) : undefined;
}
