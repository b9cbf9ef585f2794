/** All rules that need more than one file or the machine, and the functions that run them. */
import { localPaths, processLaunchOf } from '../../config/process-launch.ts';
import type { ServerEntry } from '../../config/server-entry.ts';
import { recalled, withoutFixes } from '../check.ts';
import type { Finding, Problem, RuleInfo } from '../rule.ts';
import { activeRules, runRules } from '../rule-runner.ts';
import type { Severities } from '../severity.ts';
import type { CrossFileContext, CrossRule, MachineRule } from './cross-rule.ts';
import { unknownListedName } from './listed-names.ts';
import { commandNotFound, cwdNotFound, scriptNotFound } from './missing-programs.ts';
import { shadowedByConnection, shadowedByInvalid, shadowedByName } from './shadowed.ts';

const fileRules: readonly CrossRule[] = [unknownListedName, shadowedByName, shadowedByInvalid, shadowedByConnection];
const machineRules: readonly MachineRule[] = [commandNotFound, cwdNotFound, scriptNotFound];

export const crossRules: readonly RuleInfo[] = [...fileRules, ...machineRules];

/** Runs these rules. Reports nothing for a file that the agent skips: its syntax must be fixed first. */
export function runCrossRules(context: CrossFileContext, severities: Severities = {}): readonly Finding[] {
  const { file, effective, place, machine } = context;
  if (file.broken) return [];
  const findings: Finding[] = [];
  runRules(fileRules, context, { severities }, (problem) => findings.push(withoutFixes(problem)));
  if (machine === undefined) return findings;
  let problems: Problem[] = [];
  const active = activeRules(machineRules, { severities }, (problem) => problems.push(problem));
  const check = (entry: ServerEntry): readonly Problem[] => {
    problems = [];
    const start = processLaunchOf(entry);
    if (start === undefined) return problems;
    const launch = { entry, start, paths: localPaths(start, place), machine };
    for (const { rule, report } of active) rule.check(launch, report, { severities });
    return problems;
  };
  // Only the servers that the agent would start.
  for (const { state, definition } of effective.inFile(file.source.uri))
    if (state === 'inEffect' && definition.entry !== undefined) {
      const { entry } = definition;
      findings.push(...recalled(entry, 'machine findings', [severities, place, machine], () => check(entry)));
    }
  return findings;
}
