/** `mcp-config check`: checks files and writes a report of the findings. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { EncodingError } from '../../files/file-error.ts';
import type { CheckArguments, Shard } from '../arguments/arguments.ts';
import { fileOutput, type Output, standardOutput } from '../files/output.ts';
import { painter } from '../output/color.ts';
import { Progress } from '../output/progress.ts';
import { complain, exit, readInput, type Terminal } from '../output/terminal.ts';
import { checkInOrder } from './check-batches.ts';
import type { CheckResult } from './check-files.ts';
import { otherFormats, otherFormatsLine } from './other-formats.ts';
import { filesOf } from './path-arguments.ts';
import { Project, type ProjectOptions } from './project.ts';
import { newFindings, readBaseline } from './reports/baseline.ts';
import { openReport, type ReportOptions } from './reports/report.ts';
import { githubLimit } from './reports/report-sarif.ts';
import { counted, notCheckedText } from './reports/report-text.ts';

/** @throws Interruption. The report is then incomplete, and isn't written to a file. */
export async function runCheck(args: CheckArguments, options: ProjectOptions, terminal: Terminal): Promise<number> {
  if (args.paths[0] === '-') {
    const file = path.resolve(terminal.cwd, args.stdinPath);
    const project = await Project.open(options, [file], args.minSeverity);
    // Read before the report's file is created: until then, a signal ends the process immediately.
    const result = await readInput(terminal).then(
      (text) => project.checkText(file, text, args.minSeverity),
      (error: unknown) => {
        if (error instanceof EncodingError) return project.checkEncoding(file, error, args.minSeverity);
        throw error;
      },
    );
    terminal.interruption?.();
    return reportResults([result], args, terminal);
  }
  const project = await Project.open(options);
  const found = await filesOf(project, args.paths, terminal);
  const files = args.shard === undefined ? found.files : shardOf(found.files, args.shard);
  const interrupted = terminal.interruption?.();
  const setup = { project: project.resolvedOptions, minSeverity: args.minSeverity };
  const results = checkInOrder(setup, files, terminal.threads, interrupted);
  const notChecked = args.paths.length === 0 ? otherFormats(project, found.files) : [];
  const code = await reportResults(results, args, terminal, new Progress(terminal, files.length), {
    notChecked,
    isComplete: !found.isIncomplete,
  });
  // The other reports have a place for it.
  if (args.format !== 'json' && args.format !== 'sarif') terminal.error(otherFormatsLine(notChecked));
  return found.isIncomplete ? exit.failed : code;
}

/** Returns consecutive files, so that most checkouts stay together. The concatenation of all shards is all files. */
function shardOf(files: readonly string[], { index, count }: Shard): readonly string[] {
  const start = Math.floor(((index - 1) * files.length) / count);
  return files.slice(start, Math.floor((index * files.length) / count));
}

/** What a search for files found beside those to check. */
interface FoundBeside {
  /** Names of files in the formats of other tools. */
  readonly notChecked?: readonly string[];
  readonly isComplete?: boolean;
}

async function reportResults(
  results: AsyncIterable<CheckResult> | Iterable<CheckResult>,
  args: CheckArguments,
  terminal: Terminal,
  progress = new Progress(terminal, 0),
  { notChecked = [], isComplete = true }: FoundBeside = {},
): Promise<number> {
  const writeMessage = (text: string): void => {
    progress.clear();
    terminal.error(text);
  };
  const absolute = (file: string): string => path.resolve(terminal.cwd, file);
  const baseline = args.baselines.length === 0 ? undefined : readBaseline(args.baselines.map(absolute));
  const output = openOutput(args, terminal, progress);
  const { format } = args;
  try {
    const options: ReportOptions = {
      format,
      notChecked,
      version: terminal.version,
      paint: painter(terminal.colors && args.output === undefined),
    };
    const report = openReport(options, output.write);
    let [failures, findings, reported] = [0, 0, 0];
    for await (const result of results) {
      progress.step();
      if ('failure' in result) {
        failures++;
        complain({ error: writeMessage }, result.failure);
        continue;
      }
      if (result.notChecked === true) {
        writeMessage(notCheckedText(result));
        continue;
      }
      const compared = baseline?.compare(result) ?? result;
      const fresh = newFindings(compared);
      findings += fresh.findings.length;
      // Code scanning services close alerts that are missing in SARIF, so known findings are marked instead of omitted.
      const shown = format === 'sarif' ? compared : fresh;
      reported += shown.findings.length;
      report.add(shown);
    }
    report.end(isComplete && failures === 0);
    output.end();
    if (format === 'sarif' && reported > githubLimit)
      writeMessage(
        `The report has ${reported} results, and GitHub accepts ${githubLimit}. Divide the files with --shard, or use --severity error.\n`,
      );
    if (baseline !== undefined) {
      const gone = baseline.gone((file) => existsSync(absolute(file)));
      writeMessage(
        `Baseline: ${counted(baseline.unchanged, 'known problem')}, ${counted(gone, 'problem')} no longer found.\n`,
      );
    }
    progress.clear();
    if (failures > 0) return exit.failed;
    return findings > 0 ? exit.found : exit.clean;
  } catch (error) {
    progress.clear();
    output.discard();
    throw error;
  }
}

function openOutput({ output, format }: CheckArguments, terminal: Terminal, progress: Progress): Output {
  if (output !== undefined) return fileOutput(path.resolve(terminal.cwd, output));
  return standardOutput((text) => {
    progress.clear();
    terminal.out(text, format === 'github');
  });
}
