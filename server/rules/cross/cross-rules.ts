/** All rules that need more than one file or the machine, and the functions that run them. */

import type { Lookups } from '../../config/platform.ts';
import { enabledAt } from '../../config/servers/connection.ts';
import { localPaths, processLaunchOf } from '../../config/servers/process-launch.ts';
import type { ServerEntry } from '../../config/servers/server-entry.ts';
import { recalled, withoutFixes } from '../check.ts';
import type { Finding, Problem, RuleInfo } from '../rule.ts';
import { activeRules, runRules } from '../rule-runner.ts';
import { type Severities, type Severity, severities } from '../severity.ts';
import type { CrossFileContext, CrossRule, MachineRule } from './cross-rule.ts';
import { unknownListedName } from './listed-names.ts';
import { commandNotFound, cwdNotFound, scriptNotFound } from './missing-programs.ts';
import { shadowedByConnection, shadowedByInvalid, shadowedByName } from './shadowed.ts';

const fileRules: readonly CrossRule[] = [unknownListedName, shadowedByName, shadowedByInvalid, shadowedByConnection];
const machineRules: readonly MachineRule[] = [commandNotFound, cwdNotFound, scriptNotFound];

export const crossRules: readonly RuleInfo[] = [...fileRules, ...machineRules];

/** Turns off those of these rules whose findings would be less severe. */
export function withoutLessSevere(chosen: Severities, least: Severity): Severities {
  const isLess = ({ code, severity }: RuleInfo): boolean => {
    const own = chosen[code] ?? severity;
    return own !== 'off' && severities.indexOf(own) > severities.indexOf(least);
  };
  const less = crossRules.filter(isLess);
  return less.length === 0 ? chosen : { ...chosen, ...Object.fromEntries(less.map(({ code }) => [code, 'off'])) };
}

/** Rules that find nothing in a file that is alone. */
const rulesOfSeveralFiles: readonly RuleInfo[] = [shadowedByName, shadowedByInvalid];

/** True if all of these rules that run need several files. */
export function needSeveralFiles(chosen: Severities, machine: Lookups | undefined): boolean {
  const run = machine === undefined ? fileRules : crossRules;
  const isOn = ({ code, severity }: RuleInfo): boolean => (chosen[code] ?? severity) !== 'off';
  return run.every((rule) => !isOn(rule) || rulesOfSeveralFiles.includes(rule));
}

/** Runs these rules. Reports nothing for a file that Oh My Pi skips: its syntax must be fixed first. */
export function runCrossRules(context: CrossFileContext, chosen: Severities = {}): readonly Finding[] {
  const { file, effective, place, machine, concernsOhMyPi, isUsedElsewhere } = context;
  if (file.broken) return [];
  const findings: Finding[] = [];
  runRules(fileRules, context, { severities: chosen }, (problem) => findings.push(withoutFixes(problem)));
  if (machine === undefined) return findings;
  let problems: Problem[] = [];
  const active = activeRules(machineRules, { severities: chosen }, (problem) => problems.push(problem));
  const check = (entry: ServerEntry): readonly Problem[] => {
    problems = [];
    const start = processLaunchOf(entry);
    if (start === undefined) return problems;
    const launch = { entry, start, paths: localPaths(start, place), machine };
    for (const { rule, report } of active) rule.check(launch, report, { severities: chosen });
    return problems;
  };
  for (const { state, definition } of effective.inFile(file.source.uri)) {
    const { entry, connection, name } = definition;
    if (entry === undefined) continue;
    const isStarted = concernsOhMyPi && state === 'inEffect';
    if (!isStarted && (connection.flaw !== undefined || enabledAt(place, connection) === false)) continue;
    const found = recalled(entry, 'machine findings', [chosen, place, machine], () => check(entry));
    // Only for the servers that an agent would start. The states of another agent's servers take time, and most entries have no such problem.
    if (found.length > 0 && (isStarted || isUsedElsewhere(name))) findings.push(...found);
  }
  return findings;
}
