/** All rules that need more than one file or the machine, and the functions that run them. */
import { localPaths, processLaunchOf } from '../config/process-launch.ts';
import { unknownListedName } from './cross-lists.ts';
import { commandNotFound, cwdNotFound, scriptNotFound } from './cross-machine.ts';
import type { CrossFileContext, CrossRule, MachineRule } from './cross-rule.ts';
import { shadowedByConnection, shadowedByName } from './cross-shadowed.ts';
import type { Problem, RuleInfo } from './rule.ts';
import { activeRules } from './rule-runner.ts';
import type { Severities } from './severity.ts';

const fileRules: readonly CrossRule[] = [unknownListedName, shadowedByName, shadowedByConnection];
const machineRules: readonly MachineRule[] = [commandNotFound, cwdNotFound, scriptNotFound];

export const crossRules: readonly RuleInfo[] = [...fileRules, ...machineRules];

/** Runs these rules. Reports nothing for a file that the agent skips: its syntax must be fixed first. */
export function runCrossRules(context: CrossFileContext, severities: Severities = {}): readonly Problem[] {
  const { file, effective, place, machine } = context;
  const problems: Problem[] = [];
  if (file.broken) return problems;
  const add = (problem: Problem): unknown => problems.push(problem);
  activeRules(fileRules, { severities }, add)(context);
  if (machine === undefined) return problems;
  const checkLaunch = activeRules(machineRules, { severities }, add);
  // Only the servers that the agent would start.
  for (const entry of file.document?.liveServers ?? []) {
    if (effective.find(file.source.uri, entry.name)?.state !== 'inEffect') continue;
    const start = processLaunchOf(entry);
    if (start !== undefined) checkLaunch({ entry, start, paths: localPaths(start, place), machine });
  }
  return problems;
}
