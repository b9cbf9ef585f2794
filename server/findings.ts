/** All findings in a document: those of its text, and those that depend on other files or the machine. */
import type { OpenDocument } from './documents.ts';
import type { RuleContext } from './rules/context.ts';
import { runCrossRules } from './rules/cross/cross-rules.ts';
import type { Problem } from './rules/rule.ts';
import type { Workspace } from './workspace.ts';

/** Adds the problems that depend on other files or the machine to those of the text, in the order of the text. */
export function allFindings(
  workspace: Workspace,
  document: OpenDocument,
  { severities }: RuleContext,
  own: readonly Problem[],
): readonly Problem[] {
  const { file, effective, place, ...view } = workspace.view(document);
  if (effective === undefined) return own;
  const machine = workspace.trusted ? workspace.lookups : undefined;
  const elsewhere = view.elsewhere.map((other) => other.effective);
  const others = runCrossRules({ file, effective, place, machine, elsewhere }, severities);
  return others.length === 0 ? own : [...own, ...others].sort((one, other) => one.offset - other.offset);
}
