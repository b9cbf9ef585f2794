/** The rows below a server that was tested; pure, so that they are tested without an editor. */

import type { Offered, Outcome, TestResult } from '../../common/connection-test/result.ts';
import type { ServerAt } from '../../common/tool-servers.ts';

/** What a server offers, in the order of the tree. */
export const offers = ['tools', 'prompts', 'resources'] as const;
export type Offer = (typeof offers)[number];

export type TestNode =
  /** Who answered and how fast, or why nobody did. */
  | { readonly kind: 'outcome'; readonly at: ServerAt }
  | { readonly kind: 'offer'; readonly at: ServerAt; readonly offer: Offer }
  | { readonly kind: 'offered'; readonly at: ServerAt; readonly offer: Offer; readonly index: number };

export function idOfTestNode(node: TestNode): string {
  const { folder, uri, name } = node.at;
  const rest = node.kind === 'outcome' ? [] : node.kind === 'offer' ? [node.offer] : [node.offer, node.index];
  return JSON.stringify([folder, uri, name, ...['test', ...rest]]);
}

/** The rows below a server. */
export function testRows(at: ServerAt, outcome: Outcome | undefined): TestNode[] {
  if (outcome === undefined || outcome.kind === 'running') return [];
  const lists = outcome.kind === 'passed' ? offers.filter((offer) => outcome.result[offer] !== undefined) : [];
  return [{ kind: 'outcome', at }, ...lists.map((offer): TestNode => ({ kind: 'offer', at, offer }))];
}

/** The rows below a row of a test. */
export function childrenOfTestNode(node: TestNode, outcome: Outcome | undefined): TestNode[] {
  if (node.kind !== 'offer' || outcome?.kind !== 'passed') return [];
  const { at, offer } = node;
  return listOf(outcome.result, offer).map((_, index) => ({ kind: 'offered', at, offer, index }));
}

export const listOf = (result: TestResult, offer: Offer): readonly Offered[] => result[offer] ?? [];
