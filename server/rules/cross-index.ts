/** All rules that need more than one file or the machine, and the functions that run them. */
import type { Lookups } from '../config/platform.ts';
import { localPaths, processLaunchOf } from '../config/process-launch.ts';
import { unknownListedName } from './cross-lists.ts';
import { commandNotFound, cwdNotFound, scriptNotFound } from './cross-machine.ts';
import type { CrossFileContext, CrossReport, CrossRule, MachineRule } from './cross-rule.ts';
import { shadowedByConnection, shadowedByName } from './cross-shadowed.ts';
import type { Problem } from './rule.ts';
import type { Severities } from './severity.ts';

const fileRules: readonly CrossRule[] = [unknownListedName, shadowedByName, shadowedByConnection];
const machineRules: readonly MachineRule[] = [commandNotFound, cwdNotFound, scriptNotFound];

export const crossRules: readonly (CrossRule | MachineRule)[] = [...fileRules, ...machineRules];

/** Runs these rules. Reports nothing for a file that the agent skips: its syntax must be fixed first. */
export function runCrossRules(context: CrossFileContext, severities: Severities = {}): readonly Problem[] {
  const problems: Problem[] = [];
  if (context.file.broken) return problems;
  for (const rule of fileRules) rule.check(context, into(problems, rule));
  if (context.machine !== undefined) problems.push(...checkMachine(context, context.machine));
  return problems.flatMap((problem) => {
    const severity = severities[problem.code] ?? problem.severity;
    return severity === 'off' ? [] : [{ ...problem, severity }];
  });
}

/** Checks the servers that the agent would start. */
function checkMachine({ file, effective, place }: CrossFileContext, machine: Lookups): readonly Problem[] {
  const problems: Problem[] = [];
  const checks = machineRules.map((rule) => ({ rule, report: into(problems, rule) }));
  for (const entry of file.document?.liveServers ?? []) {
    if (effective.find(file.source.uri, entry.name)?.state !== 'inEffect') continue;
    const start = processLaunchOf(entry);
    if (start === undefined) continue;
    const seen = { entry, start, paths: localPaths(start, place), machine };
    for (const { rule, report } of checks) rule.check(seen, report);
  }
  return problems;
}

/** Returns the report function of a rule, which appends to these problems. */
function into(problems: Problem[], { code, severity }: CrossRule | MachineRule): CrossReport {
  return ({ offset, length }, message, more) => problems.push({ code, severity, offset, length, message, ...more });
}
