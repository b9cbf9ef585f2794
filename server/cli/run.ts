/** Carries out what a command line asks for. */
import path from 'node:path';
import { visible } from '../../common/escape.ts';
import { ConversionError } from '../convert/index.ts';
import { kindChanges, safeChanges } from '../fixes/choose.ts';
import { applyChanges } from '../fixes/fix.ts';
import {
  type CheckArguments,
  type EffectiveArguments,
  type FixArguments,
  type LockArguments,
  parseArguments,
} from './arguments.ts';
import { painter } from './color.ts';
import { convertFile } from './convert.ts';
import { effectiveReport } from './effective.ts';
import { FileError } from './file-error.ts';
import { filesOf } from './files.ts';
import type { CheckedFile } from './finding.ts';
import { help } from './help.ts';
import { UsageError } from './options.ts';
import { loadPolicy } from './policy.ts';
import { Project } from './project.ts';
import { decodeConfig, readConfig } from './read-file.ts';
import { report } from './report.ts';
import { counted } from './report-text.ts';
import { loadRepositoryConfig } from './repository-config.ts';
import { exit, type Terminal } from './terminal.ts';

const { clean, found, failed } = exit;

/** @param words what stands behind the program's name. Returns the exit code. */
export async function run(words: readonly string[], terminal: Terminal): Promise<number> {
  try {
    return await carryOut(words, terminal);
  } catch (error) {
    if (!(error instanceof UsageError || error instanceof FileError || error instanceof ConversionError)) throw error;
    terminal.error(
      `mcp-config: ${visible(error.message)}\n${error instanceof UsageError ? 'Run mcp-config --help for usage.\n' : ''}`,
    );
    return failed;
  }
}

async function carryOut(words: readonly string[], terminal: Terminal): Promise<number> {
  const args = parseArguments(words);
  switch (args.command) {
    case 'help':
      terminal.out(help);
      return clean;
    case 'version':
      terminal.out(`${terminal.version}\n`);
      return clean;
    case 'schema':
      terminal.out(await terminal.schema());
      return clean;
    case 'effective':
      terminal.out(effectiveReport(await openProject(args, terminal), args));
      return clean;
    case 'inventory':
      return (await import('./inventory.ts')).inventory(args, terminal);
    case 'lock':
      return (await import('./lock.ts')).lockServers(await openProject(args, terminal), args, terminal);
    case 'convert':
      return convertFile(args, terminal);
    case 'check':
    case 'fix':
      return checkOrFix(args, terminal);
  }
}

async function openProject(
  args: EffectiveArguments | CheckArguments | FixArguments | LockArguments,
  terminal: Terminal,
): Promise<Project> {
  const { cwd, home } = terminal;
  const { config, agentVersion } = args;
  const folder = path.resolve(cwd, args.project ?? '.');
  const repository = await loadRepositoryConfig(folder, config === undefined ? undefined : path.resolve(cwd, config));
  const checks = 'rules' in args ? { rules: args.rules, machine: args.machine } : {};
  const policies = 'policies' in args ? args.policies : [];
  const policy = await loadPolicy(policies.map((file) => path.resolve(cwd, file)));
  return Project.open({ folder, cwd, home, agentVersion, repository, policy, ...checks });
}

async function checkOrFix(args: CheckArguments | FixArguments, terminal: Terminal): Promise<number> {
  const project = await openProject(args, terminal);
  if (args.paths[0] === '-') return checkInput(project, args, terminal);
  const checked: CheckedFile[] = [];
  let failures = false;
  let fixed = 0;
  for await (const { file, read } of readingAhead(await filesOf(project, args.paths))) {
    try {
      const text = await read;
      const better = args.command === 'fix' ? fixedText(project, file, text, args) : text;
      if (better !== text) {
        if (args.command === 'fix' && args.dryRun) await showChange(project, file, text, better, args, terminal);
        else await terminal.write(file, better, text);
        fixed++;
      }
      checked.push(checkText(project, file, better, args));
    } catch (error) {
      if (!(error instanceof FileError)) throw error;
      failures = true;
      terminal.error(`mcp-config: ${visible(error.message)}\n`);
    }
  }
  if (args.command === 'fix') terminal.error(`${counted(fixed, 'file')} ${args.dryRun ? 'would be ' : ''}changed.\n`);
  terminal.out(report(args.format, checked, terminal.version, painter(terminal.colors)));
  if (failures) return failed;
  const wouldChange = args.command === 'fix' && args.dryRun && fixed > 0;
  return wouldChange || checked.some(({ findings }) => findings.length > 0) ? found : clean;
}

/** While one file is checked, the next ones are read. */
async function* readingAhead(files: readonly string[]) {
  const reads: Promise<string>[] = [];
  for (const [index, file] of files.entries()) {
    while (reads.length < Math.min(files.length, index + 16)) {
      const read = readConfig(files[reads.length] ?? '');
      // A failure belongs to its file, and is met there.
      read.catch(() => undefined);
      reads.push(read);
    }
    yield { file, read: reads[index] ?? readConfig(file) };
  }
}

/** A diff on standard output, before the report; only the name of the file beside a report for programs. */
async function showChange(
  project: Project,
  file: string,
  before: string,
  after: string,
  { format }: FixArguments,
  terminal: Terminal,
): Promise<void> {
  const load = () => import('./diff.ts');
  const diff =
    format === 'text'
      ? (await load()).unifiedDiff(project.shown(file), before, after, painter(terminal.colors))
      : undefined;
  if (diff === undefined) terminal.error(`${visible(file)}: would be changed\n`);
  else terminal.out(`${diff}\n`);
}

/** Standard input: `check` reports on it, `fix` writes the better text to standard output and its report beside it. */
async function checkInput(project: Project, args: CheckArguments | FixArguments, terminal: Terminal): Promise<number> {
  const file = path.resolve(terminal.cwd, args.stdinPath);
  const text = decodeConfig(await terminal.stdin(), 'standard input');
  const better = args.command === 'fix' ? fixedText(project, file, text, args) : text;
  const checked = [checkText(project, file, better, args)];
  if (args.command === 'fix') terminal.out(better);
  const answer = report(args.format, checked, terminal.version, painter(terminal.colors));
  if (args.command === 'fix') terminal.error(answer);
  else terminal.out(answer);
  return checked.some(({ findings }) => findings.length > 0) ? found : clean;
}

function checkText(
  project: Project,
  file: string,
  text: string,
  { least }: CheckArguments | FixArguments,
): CheckedFile {
  const document = project.openText(file, text);
  const checked = project.check(document, least);
  project.close(document);
  return checked;
}

function fixedText(project: Project, file: string, text: string, { also }: FixArguments): string {
  const document = project.openText(file, text);
  const { context } = project.options.for(document.uri);
  project.close(document);
  const safe = applyChanges(text, safeChanges(text, context));
  return also.length === 0 ? safe : applyChanges(safe, kindChanges(safe, context, also));
}
