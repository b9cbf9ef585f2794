/** All findings in a document: those of its text, and those that depend on other files or the machine. */
import type { OpenDocument } from '../config/servers/open-document.ts';
import type { RuleContext } from '../rules/context.ts';
import { needSeveralFiles, runCrossRules, withoutLessSevere } from '../rules/cross/cross-rules.ts';
import { readersMeant } from '../rules/readers-meant.ts';
import type { Problem } from '../rules/rule.ts';
import type { Severity } from '../rules/severity.ts';
import type { Workspace } from './workspace.ts';

/**
 * Adds the problems that depend on other files or the machine to those of the text, in the order of the text.
 * @param least severity of what is reported: other rules across files don't run. Default: all run
 */
export function allFindings(
  workspace: Workspace,
  document: OpenDocument,
  context: RuleContext,
  own: readonly Problem[],
  least: Severity = 'hint',
): readonly Problem[] {
  const severities = withoutLessSevere(context.severities ?? {}, least);
  const machine = workspace.trusted ? workspace.lookups : undefined;
  // Most files of many that are checked are alone, and the states of their servers take time.
  if (needSeveralFiles(severities, machine) && workspace.isAlone(document)) return own;
  const { file, effective, place, ...view } = workspace.view(document);
  if (effective === undefined) return own;
  const elsewhere = view.elsewhere.map((other) => other.effective);
  const meant = readersMeant(context);
  const isUsedElsewhere = (name: string): boolean =>
    meant.some((id) => id !== 'oh-my-pi' && workspace.mayUse(id, place, document.uri, name));
  const concernsOhMyPi = file.source.kind === 'oh-my-pi' || meant.includes('oh-my-pi');
  const cross = { file, effective, place, machine, elsewhere, concernsOhMyPi, isUsedElsewhere };
  const others = runCrossRules(cross, severities);
  return others.length === 0 ? own : [...own, ...others].sort((one, other) => one.offset - other.offset);
}
