/** Nodes below a tested server. Pure, so they can be tested without an editor. */

import {
  type CapabilityItem,
  type CapabilityKind,
  capabilityKinds,
  type TestResult,
} from '../../common/connection-test/result.ts';
import type { ServerRef } from '../../common/tool-servers.ts';
import type { Outcome } from './outcome.ts';

export type TestNode =
  /** Server version and startup time, or why the test failed. */
  | { readonly kind: 'outcome'; readonly at: ServerRef }
  /** Result of the comparison with the lock. */
  | { readonly kind: 'pin'; readonly at: ServerRef }
  /** Changes of the server itself come first, then those of its tools. */
  | { readonly kind: 'pinChange'; readonly at: ServerRef; readonly index: number }
  | { readonly kind: 'findings'; readonly at: ServerRef }
  | { readonly kind: 'finding'; readonly at: ServerRef; readonly index: number }
  | { readonly kind: 'capability'; readonly at: ServerRef; readonly capability: CapabilityKind }
  | {
      readonly kind: 'capabilityItem';
      readonly at: ServerRef;
      readonly capability: CapabilityKind;
      readonly index: number;
    };

export function idOfTestNode(node: TestNode): string {
  const { folder, uri, name } = node.at;
  const rest: unknown[] =
    node.kind === 'outcome'
      ? []
      : node.kind === 'capability' || node.kind === 'capabilityItem'
        ? [node.capability]
        : [node.kind];
  if ('index' in node) rest.push(node.index);
  return JSON.stringify([folder, uri, name, ...['test', ...rest]]);
}

/** Returns the children of a server. */
export function testRows(at: ServerRef, outcome: Outcome | undefined): TestNode[] {
  if (outcome === undefined || outcome.kind === 'running') return [];
  const rows: TestNode[] = [{ kind: 'outcome', at }];
  if (outcome.kind === 'failed') return rows;
  if (outcome.pin.kind !== 'none' && outcome.pin.kind !== 'overridden') rows.push({ kind: 'pin', at });
  if (outcome.findings.length > 0) rows.push({ kind: 'findings', at });
  const lists = capabilityKinds.filter((capability) => isListed(outcome.result, capability));
  return [...rows, ...lists.map((capability): TestNode => ({ kind: 'capability', at, capability }))];
}

/** Returns the children of a node. */
export function childrenOfTestNode(node: TestNode, outcome: Outcome | undefined): TestNode[] {
  if (outcome?.kind !== 'passed') return [];
  const { at, kind } = node;
  if (kind === 'pin' && outcome.pin.kind === 'changed') {
    const { launch, server, instructions, items } = outcome.pin.comparison;
    const count = [launch, server, instructions].filter(Boolean).length + items.length;
    return Array.from({ length: count }, (_, index) => ({ kind: 'pinChange', at, index }));
  }
  if (kind === 'findings') return outcome.findings.map((_, index) => ({ kind: 'finding', at, index }));
  if (kind === 'capability')
    return listOf(outcome.result, node.capability).map((_, index) => ({
      kind: 'capabilityItem',
      at,
      capability: node.capability,
      index,
    }));
  return [];
}

/** Returns the parent of a node. */
export function parentOfTestNode(node: TestNode): TestNode | { readonly kind: 'server'; readonly at: ServerRef } {
  const { at, kind } = node;
  if (kind === 'capabilityItem') return { kind: 'capability', at, capability: node.capability };
  if (kind === 'pinChange') return { kind: 'pin', at };
  return kind === 'finding' ? { kind: 'findings', at } : { kind: 'server', at };
}

/** Every server with resources lists templates, often none, so an empty list of templates isn't shown. */
function isListed(result: TestResult, capability: CapabilityKind): boolean {
  return capability === 'resourceTemplates' ? listOf(result, capability).length > 0 : result[capability] !== undefined;
}

export const listOf = (result: TestResult, capability: CapabilityKind): readonly CapabilityItem[] =>
  result[capability] ?? [];
