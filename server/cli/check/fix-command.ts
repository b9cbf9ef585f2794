/** `mcp-config fix`: applies the fixes of many files, then checks them. */
import path from 'node:path';
import { ConfigDocument } from '../../config/servers/document.ts';
import { readText } from '../../files/disk.ts';
import { EncodingError, FileError } from '../../files/file-error.ts';
import { fixedText } from '../../rules/fix-all.ts';
import type { FixArguments } from '../arguments/arguments.ts';
import { painter } from '../output/color.ts';
import { carryOut, showDiff } from '../output/planned-write.ts';
import { complain, exit, readInput, type Terminal } from '../output/terminal.ts';
import type { CheckedFile } from './checked-file.ts';
import { filesOf } from './path-arguments.ts';
import { Project, type ProjectOptions } from './project.ts';
import { report } from './reports/report.ts';
import { counted, notCheckedText } from './reports/report-text.ts';

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
        const plan = {
          file,
          shown: project.displayPath(file),
          before: text,
          after: fixedText,
          within: within.get(file),
        };
        if (args.dryRun) await showDiff(plan, terminal, args.format === 'text');
        else await carryOut(plan, false, terminal);
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
  const code = summarize(args, { checked, fixed, isComplete: !failures }, terminal);
  return failures ? exit.failed : code;
}

interface FixedFiles {
  readonly checked: readonly CheckedFile[];
  /** Number of changed files. */
  readonly fixed: number;
  /** False if a file couldn't be read or written. */
  readonly isComplete: boolean;
}

/** Writes the number of changed files and the report. Returns the exit code. */
function summarize(args: FixArguments, { checked, fixed, isComplete }: FixedFiles, terminal: Terminal): number {
  terminal.error(`${counted(fixed, 'file')} ${args.dryRun ? 'would be ' : ''}changed.\n`);
  terminal.out(reportOf(args, checked, isComplete, terminal), args.format === 'github');
  return (args.dryRun && fixed > 0) || hasFindings(checked) ? exit.found : exit.clean;
}

function reportOf(
  { format }: FixArguments,
  files: readonly CheckedFile[],
  isComplete: boolean,
  terminal: Terminal,
): string {
  const { version, colors } = terminal;
  const checked = files.filter((file) => {
    if (file.notChecked === true) terminal.error(notCheckedText(file));
    return file.notChecked !== true;
  });
  return report({ format, version, paint: painter(colors) }, checked, isComplete);
}

const hasFindings = (checked: readonly CheckedFile[]): boolean => checked.some(({ findings }) => findings.length > 0);

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
    const plan = { file, shown: project.displayPath(file), before: text, after: fixedText };
    if (changes) await showDiff(plan, terminal, args.format === 'text');
    return summarize(args, { checked, fixed: changes ? 1 : 0, isComplete: true }, terminal);
  }
  terminal.out(fixedText);
  terminal.error(reportOf(args, checked, true, terminal), args.format === 'github');
  return hasFindings(checked) ? exit.found : exit.clean;
}

function applyFixes(project: Project, file: string, text: string, { also }: FixArguments): string {
  return project.isChecked(file, new ConfigDocument(text)) ? fixedText(text, project.contextOf(file), also) : text;
}
