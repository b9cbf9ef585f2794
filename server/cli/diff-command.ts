/** `mcp-config diff`: what the changes since a commit mean for tool servers and for each agent. */
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { DiffArguments } from './arguments.ts';
import { painter } from './color.ts';
import { type ConfigDiff, configDiff, isEmptyDiff } from './config-diff.ts';
import { diffMarkdown, diffText } from './diff-text.ts';
import { checkoutRoot, commonCommit, writeSnapshot } from './git-snapshot.ts';
import { jsonText } from './json-text.ts';
import { loadPolicy } from './load-policy.ts';
import { complain, exit, type Terminal } from './terminal.ts';

/** The version of the JSON format. */
const reportVersion = 1;

/** Returns 1 if something differs, and 2 if files couldn't be read. @throws UsageError, FileError */
export async function runDiff(args: DiffArguments, terminal: Terminal): Promise<number> {
  const root = checkoutRoot(path.resolve(terminal.cwd, args.project ?? '.'));
  const base = commonCommit(root, args.base);
  const policy = loadPolicy(args.policies.map((file) => path.resolve(terminal.cwd, file)));
  const earlier = mkdtempSync(path.join(os.tmpdir(), 'mcp-config-diff-'));
  try {
    writeSnapshot(root, base, earlier);
    const { diff, warnings } = await configDiff(earlier, root, { policy, agentVersion: args.agentVersion });
    for (const warning of warnings) complain(terminal, warning);
    terminal.out(textOf(diff, base, args, terminal));
    if (warnings.length > 0) return exit.failed;
    return isEmptyDiff(diff) ? exit.clean : exit.found;
  } finally {
    rmSync(earlier, { recursive: true, force: true });
  }
}

function textOf(diff: ConfigDiff, base: string, { format }: DiffArguments, { colors }: Terminal): string {
  if (format === 'json') return jsonText({ version: reportVersion, base, ...diff });
  return format === 'markdown' ? diffMarkdown(diff) : diffText(diff, painter(colors));
}
