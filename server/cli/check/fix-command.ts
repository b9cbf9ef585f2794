/** `mcp-config fix`: applies the fixes of many files, then checks them. */
import path from 'node:path';
import { visible } from '../../../common/text/escape.ts';
import { ConfigDocument } from '../../config/servers/document.ts';
import { readText } from '../../files/disk.ts';
import { EncodingError, FileError } from '../../files/file-error.ts';
import { withMaskedSecrets } from '../../fixes/masked-text.ts';
import { fixedText } from '../../rules/fix-all.ts';
import type { FixArguments } from '../arguments/arguments.ts';
import { painter } from '../output/color.ts';
import { complain, exit, readInput, type Terminal } from '../output/terminal.ts';
import type { CheckedFile } from './checked-file.ts';
import { filesOf } from './path-arguments.ts';
import { Project, type ProjectOptions } from './project.ts';
import { report } from './report.ts';
import { counted, notChecked } from './report-text.ts';

/** Number of files to fix with what a project has read. */
const batchSize = 50;

export async function fix(args: FixArguments, options: ProjectOptions, terminal: Terminal): Promise<number> {
  if (args.paths[0] === '-') return fixInput(options, args, terminal);
  let project = await Project.open(options);
  const resolved = project.resolvedOptions;
  const checked: CheckedFile[] = [];
  let fixed = 0;
  const { files, within, isIncomplete } = await filesOf(project, args.paths, terminal);
  let failures = isIncomplete;
  const interrupted = terminal.interruption?.();
  for (const [index, file] of files.entries()) {
    if (index % batchSize === 0) {
      project = await Project.open(resolved, files.slice(index, index + batchSize));
      // Lets signals be handled between two batches.
      await new Promise(setImmediate);
      interrupted?.throwIfAborted();
    }
    try {
      const text = readText(file);
      const fixedText = applyFixes(project, file, text, args);
      if (fixedText !== text) {
        if (args.dryRun) await showChange(project, file, text, fixedText, args, terminal);
        else await terminal.write(file, fixedText, text, within.get(file));
        fixed++;
      }
      checked.push(project.checkText(file, fixedText, args.minSeverity));
    } catch (error) {
      if (error instanceof EncodingError) {
        checked.push(project.checkEncoding(file, error, args.minSeverity));
        continue;
      }
      if (!(error instanceof FileError)) throw error;
      failures = true;
      complain(terminal, error.message);
    }
  }
  const code = summarize(args, checked, fixed, terminal);
  return failures ? exit.failed : code;
}

/** Writes the number of changed files and the report. Returns the exit code. */
function summarize(args: FixArguments, checked: readonly CheckedFile[], fixed: number, terminal: Terminal): number {
  terminal.error(`${counted(fixed, 'file')} ${args.dryRun ? 'would be ' : ''}changed.\n`);
  terminal.out(reportOf(args, checked, terminal), args.format === 'github');
  return (args.dryRun && fixed > 0) || hasFindings(checked) ? exit.found : exit.clean;
}

function reportOf({ format }: FixArguments, files: readonly CheckedFile[], terminal: Terminal): string {
  const { version, colors } = terminal;
  const checked = files.filter((file) => {
    if (file.notChecked === true) terminal.error(notChecked(file));
    return file.notChecked !== true;
  });
  return report({ format, version, paint: painter(colors) }, checked);
}

const hasFindings = (checked: readonly CheckedFile[]): boolean => checked.some(({ findings }) => findings.length > 0);

/** Writes a diff to standard output. If the report isn't text or the diff times out, only names the file. */
async function showChange(
  project: Project,
  file: string,
  before: string,
  after: string,
  { format }: FixArguments,
  terminal: Terminal,
): Promise<void> {
  const load = () => import('./unified-diff.ts');
  // A pipe or a file gets a patch that applies. With colors, it's for people.
  const style = { paint: painter(terminal.colors), escapes: terminal.outIsTerminal === true || terminal.colors };
  const [from, to] = [withMaskedSecrets(file, before), withMaskedSecrets(file, after)];
  const diff = format === 'text' ? (await load()).unifiedDiff(project.displayPath(file), from, to, style) : undefined;
  if (from !== before) terminal.error(`${visible(file)}: secrets are masked, so the diff may not apply\n`);
  if (diff === undefined) terminal.error(`${visible(file)}: would be changed\n`);
  else terminal.out(`${diff}\n`);
}

/**
 * Fixes standard input. The fixed text goes to standard output, the report to standard error. The output of a dry run
 * is that for a file.
 */
async function fixInput(options: ProjectOptions, args: FixArguments, terminal: Terminal): Promise<number> {
  const file = path.resolve(terminal.cwd, args.stdinPath);
  const project = await Project.open(options, [file]);
  const text = await readInput(terminal);
  const fixedText = applyFixes(project, file, text, args);
  const checked = [project.checkText(file, fixedText, args.minSeverity)];
  if (args.dryRun) {
    const changes = fixedText !== text;
    if (changes) await showChange(project, file, text, fixedText, args, terminal);
    return summarize(args, checked, changes ? 1 : 0, terminal);
  }
  terminal.out(fixedText);
  terminal.error(reportOf(args, checked, terminal), args.format === 'github');
  return hasFindings(checked) ? exit.found : exit.clean;
}

function applyFixes(project: Project, file: string, text: string, { also }: FixArguments): string {
  return project.isChecked(file, new ConfigDocument(text)) ? fixedText(text, project.contextOf(file), also) : text;
}
