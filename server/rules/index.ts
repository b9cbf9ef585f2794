/** Applies the rules to a document. */
import type { ConfigDocument } from '../config/document.ts';
import { nothingKnown } from './context.ts';
import { omitFormatProblems } from './dialect.ts';
import type { Problem } from './rule.ts';
import { ruleRunnerFor } from './rule-runner.ts';

export { rules } from './rule-list.ts';

/** Returns the problems of a document in the order of the text. */
export function checkDocument(document: ConfigDocument, context = nothingKnown): readonly Problem[] {
  return omitFormatProblems(allProblems(document, context), document, context);
}

/** Like `checkDocument`, including the problems that are omitted in a file of another format. */
export function allProblems(document: ConfigDocument, context = nothingKnown): readonly Problem[] {
  const runner = ruleRunnerFor(context);
  const parts = document.servers.map((entry) => runner.collectProblems(() => runner.entry(entry)));
  return [runner.collectProblems(() => runner.top(document)), ...parts]
    .flat()
    .sort((one, other) => one.offset - other.offset);
}
