/** The rows below a server that was tested; pure, so that they are tested without an editor. */

import {
  type Offered,
  type OfferKind,
  type Outcome,
  offerKinds,
  type TestResult,
} from '../../common/connection-test/result.ts';
import type { ServerAt } from '../../common/tool-servers.ts';

export type TestNode =
  /** Who answered and how fast, or why nobody did. */
  | { readonly kind: 'outcome'; readonly at: ServerAt }
  | { readonly kind: 'offer'; readonly at: ServerAt; readonly offer: OfferKind }
  | { readonly kind: 'offered'; readonly at: ServerAt; readonly offer: OfferKind; readonly index: number };

export function idOfTestNode(node: TestNode): string {
  const { folder, uri, name } = node.at;
  const rest = node.kind === 'outcome' ? [] : node.kind === 'offer' ? [node.offer] : [node.offer, node.index];
  return JSON.stringify([folder, uri, name, ...['test', ...rest]]);
}

/** The rows below a server. */
export function testRows(at: ServerAt, outcome: Outcome | undefined): TestNode[] {
  if (outcome === undefined || outcome.kind === 'running') return [];
  const lists = outcome.kind === 'passed' ? offerKinds.filter((offer) => isOffered(outcome.result, offer)) : [];
  return [{ kind: 'outcome', at }, ...lists.map((offer): TestNode => ({ kind: 'offer', at, offer }))];
}

/** The rows below a row of a test. */
export function childrenOfTestNode(node: TestNode, outcome: Outcome | undefined): TestNode[] {
  if (node.kind !== 'offer' || outcome?.kind !== 'passed') return [];
  const { at, offer } = node;
  return listOf(outcome.result, offer).map((_, index) => ({ kind: 'offered', at, offer, index }));
}

/** Any server with resources answers with a list of templates. */
function isOffered(result: TestResult, offer: OfferKind): boolean {
  return offer === 'resourceTemplates' ? listOf(result, offer).length > 0 : result[offer] !== undefined;
}

export const listOf = (result: TestResult, offer: OfferKind): readonly Offered[] => result[offer] ?? [];
