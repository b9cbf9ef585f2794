/** `mcp-config diff`: what the changes since a commit mean for tool servers and for each agent. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { DiffArguments } from '../arguments/arguments.ts';
import { loadPolicy } from '../files/load-policy.ts';
import { painter } from '../output/color.ts';
import { jsonText } from '../output/json-text.ts';
import { complain, exit, type Terminal } from '../output/terminal.ts';
import { type ConfigDiff, configDiff, isEmptyDiff } from './config-diff.ts';
import { diffMarkdown, diffText } from './diff-text.ts';
import { checkoutRoot, commonCommit } from './git.ts';
import { bothSides, writeCommit, writeWorkingFiles } from './git-snapshot.ts';

/** The version of the JSON format. */
const reportVersion = 1;

/** Returns 1 if something differs, and 2 if files couldn't be read. @throws UsageError, FileError */
export async function runDiff(args: DiffArguments, terminal: Terminal): Promise<number> {
  const root = checkoutRoot(path.resolve(terminal.cwd, args.project ?? '.'));
  const { commit, note } = commonCommit(root, args.base);
  const policy = loadPolicy(args.policies.map((file) => path.resolve(terminal.cwd, file)));
  if (note !== undefined) complain(terminal, note);
  const copies = mkdtempSync(path.join(realpathSync(os.tmpdir()), 'mcp-config-diff-'));
  const [before, after] = [path.join(copies, 'before'), path.join(copies, 'after')];
  try {
    mkdirSync(before);
    mkdirSync(after);
    const working = writeWorkingFiles(root, after);
    const ofBase = writeCommit(root, commit, before, working.sparse);
    const { diff, warnings } = await configDiff(before, after, {
      ...{ policy, agentVersion: args.agentVersion },
      read: bothSides(root, ofBase, working),
    });
    const problems = [
      ...new Set([...working.problems, ...ofBase.problems]),
      // The copies have names that mean nothing to the user.
      ...warnings.map((warning) => warning.replaceAll(after + path.sep, '')),
    ];
    for (const problem of problems) complain(terminal, problem);
    terminal.out(textOf(diff, commit, args, terminal));
    if (problems.length > 0) return exit.failed;
    return isEmptyDiff(diff) ? exit.clean : exit.found;
  } finally {
    rmSync(copies, { recursive: true, force: true });
  }
}

function textOf(diff: ConfigDiff, base: string, { format }: DiffArguments, { colors }: Terminal): string {
  if (format === 'json') return jsonText({ version: reportVersion, base, ...diff });
  return format === 'markdown' ? diffMarkdown(diff) : diffText(diff, painter(colors));
}
