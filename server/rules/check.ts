/** Applies the rules to a document. */
import type { ConfigDocument } from '../config/servers/document.ts';
import type { ServerEntry } from '../config/servers/server-entry.ts';
import { omitInBrokenText } from './broken-text.ts';
import { nothingKnown, type RuleContext } from './context.ts';
import { omitFormatProblems } from './dialect.ts';
import { oncePerFile } from './once-per-file.ts';
import type { Finding, Problem } from './rule.ts';
import { ranks } from './rule-list.ts';
import { RuleRunner } from './rule-runner.ts';

const runners = new WeakMap<RuleContext, RuleRunner>();

/** Why a problem isn't shown: the file is in another format, or a syntax error may cause it. */
type OmissionReason = 'format' | 'syntaxError';

/** The problems of a document in the order of the text, and those that are left out. */
interface Checked<F extends Finding> {
  readonly problems: readonly F[];
  readonly omitted: readonly { readonly problem: F; readonly why: OmissionReason }[];
}

/** Selects the servers to check. */
type Selection = (entry: ServerEntry) => boolean;
const everyServer: Selection = () => true;

/** Checks a document. @param select leaves out other servers */
export function check(
  document: ConfigDocument,
  context = nothingKnown,
  select: Selection = everyServer,
): Checked<Problem> {
  const runner = runnerFor(context);
  const found = [...runner.top(document)];
  for (const entry of document.liveServers) if (select(entry)) found.push(...runner.entry(entry, document));
  return sift(found, document, context);
}

/** Like `check` without fixes. Checks only the servers about which nothing is known yet. */
export function checkAgain(document: ConfigDocument, context = nothingKnown): Checked<Finding> {
  const found: Finding[] = runnerFor(context).top(document).map(withoutFixes);
  for (const entry of document.liveServers) found.push(...findingsIn(entry, document, context));
  return sift(found, document, context);
}

/** Returns the problems of a check, including those that aren't shown. */
export function allProblems({ problems, omitted }: Checked<Problem>): readonly Problem[] {
  return omitted.length === 0 ? problems : [...problems, ...omitted.map(({ problem }) => problem)].sort(inTextOrder);
}

function sift<F extends Finding>(found: F[], document: ConfigDocument, context: RuleContext): Checked<F> {
  const steps: readonly [OmissionReason, (problems: readonly F[]) => readonly F[]][] = [
    ['format', (problems) => omitFormatProblems(problems, document, context)],
    ['syntaxError', (problems) => omitInBrokenText(problems, document)],
  ];
  const omitted: { problem: F; why: OmissionReason }[] = [];
  let problems: readonly F[] = found.sort(inTextOrder);
  for (const [why, omit] of steps) {
    const rest = omit(problems);
    if (rest.length < problems.length) {
      const left = new Set(rest);
      for (const problem of problems) if (!left.has(problem)) omitted.push({ problem, why });
    }
    problems = rest;
  }
  return { problems: oncePerFile(problems), omitted };
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
