/** Applies the rules to a document. */
import type { ConfigDocument } from '../config/document.ts';
import type { ServerEntry } from '../config/server-entry.ts';
import { inBrokenText } from './broken-text.ts';
import { nothingKnown, type RuleContext } from './context.ts';
import { omitFormatProblems } from './dialect.ts';
import type { Finding, Problem } from './rule.ts';
import { ranks } from './rule-list.ts';
import { RuleRunner } from './rule-runner.ts';

export { rules } from './rule-list.ts';

const runners = new WeakMap<RuleContext, RuleRunner>();

/** Selects the servers to check. */
type Selection = (entry: ServerEntry) => boolean;
const everyServer: Selection = () => true;

/**
 * Returns the problems of a document in the order of the text, without what follows from a syntax error or from another
 * format, which isn't a mistake of its own.
 * @param select omits the problems of other servers
 */
export function checkDocument(
  document: ConfigDocument,
  context = nothingKnown,
  select?: Selection,
): readonly Problem[] {
  return shown(allProblems(document, context, select), document, context);
}

function shown<F extends Finding>(found: readonly F[], document: ConfigDocument, context: RuleContext): readonly F[] {
  return inBrokenText(omitFormatProblems(found, document, context), document);
}

/** Like `checkDocument`, including what follows from a syntax error or from another format. */
export function allProblems(
  document: ConfigDocument,
  context = nothingKnown,
  select: Selection = everyServer,
): readonly Problem[] {
  const runner = runnerFor(context);
  const problems = [...runner.top(document)];
  for (const entry of document.liveServers) if (select(entry)) problems.push(...runner.entry(entry, document));
  return problems.sort(inTextOrder);
}

/** Like `checkDocument` without fixes. Checks only the servers about which nothing is known yet. */
export function findingsOf(document: ConfigDocument, context = nothingKnown): readonly Finding[] {
  const findings: Finding[] = runnerFor(context).top(document).map(withoutFixes);
  for (const entry of document.liveServers) findings.push(...findingsIn(entry, document, context));
  return shown(findings.sort(inTextOrder), document, context);
}

/** Returns the findings in a server, including what follows from another format. */
export function findingsIn(entry: ServerEntry, document: ConfigDocument, context = nothingKnown): readonly Finding[] {
  return recalled(entry, 'findings', [context], () => runnerFor(context).entry(entry, document));
}

/** Returns the findings in a server. Checks it only if its text or an input is new. @param what names the kind of check */
export function recalled(
  { memo, key }: ServerEntry,
  what: string,
  inputs: readonly unknown[],
  check: () => readonly Problem[],
): readonly Finding[] {
  const found = memo.recall(what, inputs, () => check().map((problem) => moved(withoutFixes(problem), -key.offset)));
  return found.length === 0 ? found : found.map((finding) => moved(finding, key.offset));
}

export const withoutFixes = ({ fixes: _fixes, ...finding }: Problem): Finding => finding;

function moved({ related, ...finding }: Finding, delta: number): Finding {
  // Locations in other files don't shift.
  const places = related?.map((place) =>
    place.uri === undefined ? { ...place, offset: place.offset + delta } : place,
  );
  return { ...finding, offset: finding.offset + delta, ...(places && { related: places }) };
}

function runnerFor(context: RuleContext): RuleRunner {
  let runner = runners.get(context);
  if (runner === undefined) {
    runner = new RuleRunner(context);
    runners.set(context, runner);
  }
  return runner;
}

function inTextOrder(one: Finding, other: Finding): number {
  return one.offset - other.offset || (ranks.get(one.code) ?? 0) - (ranks.get(other.code) ?? 0);
}
