/** Nodes below a tested server. Pure, so they can be tested without an editor. */

import { type Offered, type OfferKind, offerKinds, type TestResult } from '../../common/connection-test/result.ts';
import type { ServerAt } from '../../common/tool-servers.ts';
import type { Outcome } from './outcome.ts';

export type TestNode =
  /** Server version and startup time, or why the test failed. */
  | { readonly kind: 'outcome'; readonly at: ServerAt }
  /** Result of the comparison with the lock. */
  | { readonly kind: 'pin'; readonly at: ServerAt }
  /** Changes of the server itself come first, then those of its tools. */
  | { readonly kind: 'pinChange'; readonly at: ServerAt; readonly index: number }
  | { readonly kind: 'findings'; readonly at: ServerAt }
  | { readonly kind: 'finding'; readonly at: ServerAt; readonly index: number }
  | { readonly kind: 'offer'; readonly at: ServerAt; readonly offer: OfferKind }
  | { readonly kind: 'offered'; readonly at: ServerAt; readonly offer: OfferKind; readonly index: number };

export function idOfTestNode(node: TestNode): string {
  const { folder, uri, name } = node.at;
  const rest: unknown[] =
    node.kind === 'outcome' ? [] : node.kind === 'offer' || node.kind === 'offered' ? [node.offer] : [node.kind];
  if ('index' in node) rest.push(node.index);
  return JSON.stringify([folder, uri, name, ...['test', ...rest]]);
}

/** Returns the children of a server. */
export function testRows(at: ServerAt, outcome: Outcome | undefined): TestNode[] {
  if (outcome === undefined || outcome.kind === 'running') return [];
  const rows: TestNode[] = [{ kind: 'outcome', at }];
  if (outcome.kind === 'failed') return rows;
  if (outcome.pin.kind !== 'none' && outcome.pin.kind !== 'overridden') rows.push({ kind: 'pin', at });
  if (outcome.findings.length > 0) rows.push({ kind: 'findings', at });
  const lists = offerKinds.filter((offer) => isOffered(outcome.result, offer));
  return [...rows, ...lists.map((offer): TestNode => ({ kind: 'offer', at, offer }))];
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
  if (kind === 'offer')
    return listOf(outcome.result, node.offer).map((_, index) => ({ kind: 'offered', at, offer: node.offer, index }));
  return [];
}

/** Returns the parent of a node. */
export function parentOfTestNode(node: TestNode): TestNode | { readonly kind: 'server'; readonly at: ServerAt } {
  const { at, kind } = node;
  if (kind === 'offered') return { kind: 'offer', at, offer: node.offer };
  if (kind === 'pinChange') return { kind: 'pin', at };
  return kind === 'finding' ? { kind: 'findings', at } : { kind: 'server', at };
}

/** Every server with resources lists templates, often none, so an empty list of templates isn't shown. */
function isOffered(result: TestResult, offer: OfferKind): boolean {
  return offer === 'resourceTemplates' ? listOf(result, offer).length > 0 : result[offer] !== undefined;
}

export const listOf = (result: TestResult, offer: OfferKind): readonly Offered[] => result[offer] ?? [];
