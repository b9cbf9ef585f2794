/** All rules that need more than one file or the machine, and the functions that run them. */
import { localPaths, processLaunchOf } from '../config/process-launch.ts';
import type { ServerEntry } from '../config/server.ts';
import { unknownListedName } from './cross-lists.ts';
import { commandNotFound, cwdNotFound, scriptNotFound } from './cross-machine.ts';
import type { CrossFileContext, CrossRule, MachineRule } from './cross-rule.ts';
import { shadowedByConnection, shadowedByName } from './cross-shadowed.ts';
import type { Finding, Problem, RuleInfo } from './rule.ts';
import { activeRules } from './rule-runner.ts';
import { ServerFindings, withoutFixes } from './server-findings.ts';
import type { Severities } from './severity.ts';

const fileRules: readonly CrossRule[] = [unknownListedName, shadowedByName, shadowedByConnection];
const machineRules: readonly MachineRule[] = [commandNotFound, cwdNotFound, scriptNotFound];

export const crossRules: readonly RuleInfo[] = [...fileRules, ...machineRules];

/**
 * Runs these rules. Reports nothing for a file that the agent skips: its syntax must be fixed first.
 * @param known what the machine rules found before
 */
export function runCrossRules(
  context: CrossFileContext,
  severities: Severities = {},
  known = new ServerFindings(),
): readonly Finding[] {
  const { file, effective, place, machine } = context;
  if (file.broken) return [];
  const findings: Finding[] = [];
  activeRules(fileRules, { severities }, (problem) => findings.push(withoutFixes(problem)))(context);
  if (machine === undefined) return findings;
  known.dependOn(severities, place, machine);
  let problems: Problem[] = [];
  const checkLaunch = activeRules(machineRules, { severities }, (problem) => problems.push(problem));
  const check = (entry: ServerEntry): readonly Problem[] => {
    problems = [];
    const start = processLaunchOf(entry);
    if (start !== undefined) checkLaunch({ entry, start, paths: localPaths(start, place), machine });
    return problems;
  };
  // Only the servers that the agent would start.
  for (const { state, definition } of effective.inFile(file.source.uri))
    if (state === 'inEffect' && definition.entry !== undefined) findings.push(...known.in(definition.entry, check));
  return findings;
}
