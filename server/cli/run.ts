/** Carries out what a command line asks for. */
import path from 'node:path';
import { visible } from '../../common/escape.ts';
import { ConversionError } from '../convert/index.ts';
import { kindChanges, safeChanges } from '../fixes/choose.ts';
import { applyChanges } from '../fixes/fix.ts';
import { convertFile } from './convert.ts';
import { effectiveReport } from './effective.ts';
import { FileError } from './file-error.ts';
import { decodeConfig, filesOf, readConfig } from './files.ts';
import type { CheckedFile } from './finding.ts';
import { help } from './help.ts';
import { type CheckOrder, type FixOrder, Misuse, readOrder, severityOrder } from './order.ts';
import { Project } from './project.ts';
import { report } from './report.ts';
import { counted } from './report-text.ts';
import { exit, type Terminal } from './terminal.ts';

const { clean, found, failed } = exit;

/** @param words what stands behind the program's name. Returns the exit code. */
export async function run(words: readonly string[], terminal: Terminal): Promise<number> {
  try {
    return await carryOut(words, terminal);
  } catch (error) {
    if (!(error instanceof Misuse || error instanceof FileError || error instanceof ConversionError)) throw error;
    terminal.error(
      `mcp-config: ${visible(error.message)}\n${error instanceof Misuse ? 'Run mcp-config --help for usage.\n' : ''}`,
    );
    return failed;
  }
}

async function carryOut(words: readonly string[], terminal: Terminal): Promise<number> {
  const order = readOrder(words);
  switch (order.command) {
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
      terminal.out(effectiveReport(new Project(placeOf(order.project, terminal)), order));
      return clean;
    case 'convert':
      return convertFile(order, terminal);
    case 'check':
    case 'fix':
      return checkOrFix(order, terminal);
  }
}

const placeOf = (project: string | undefined, { cwd, home }: Terminal) => ({
  folder: path.resolve(cwd, project ?? '.'),
  cwd,
  home,
});

async function checkOrFix(order: CheckOrder | FixOrder, terminal: Terminal): Promise<number> {
  const project = new Project({ ...placeOf(order.project, terminal), rules: order.rules, machine: order.machine });
  if (order.paths[0] === '-') return checkInput(project, order, terminal);
  const checked: CheckedFile[] = [];
  let failures = false;
  let fixed = 0;
  for (const file of await filesOf(project, order.paths)) {
    try {
      const text = await readConfig(file);
      const better = order.command === 'fix' ? fixedText(project, file, text, order) : text;
      if (better !== text) {
        if (order.command === 'fix' && order.dryRun) terminal.error(`${visible(file)}: would be changed\n`);
        else await terminal.write(file, better, text);
        fixed++;
      }
      checked.push(checkText(project, file, better, order));
    } catch (error) {
      if (!(error instanceof FileError)) throw error;
      failures = true;
      terminal.error(`mcp-config: ${visible(error.message)}\n`);
    }
  }
  if (order.command === 'fix') terminal.error(`${counted(fixed, 'file')} ${order.dryRun ? 'would be ' : ''}changed.\n`);
  terminal.out(report(order.format, checked, terminal.version));
  if (failures) return failed;
  const wouldChange = order.command === 'fix' && order.dryRun && fixed > 0;
  return wouldChange || checked.some(({ findings }) => findings.length > 0) ? found : clean;
}

/** Standard input: `check` reports on it, `fix` writes the better text to standard output and its report beside it. */
async function checkInput(project: Project, order: CheckOrder | FixOrder, terminal: Terminal): Promise<number> {
  const file = path.resolve(terminal.cwd, order.stdinPath);
  const text = decodeConfig(await terminal.stdin(), 'standard input');
  const better = order.command === 'fix' ? fixedText(project, file, text, order) : text;
  const checked = [checkText(project, file, better, order)];
  if (order.command === 'fix') terminal.out(better);
  const answer = report(order.format, checked, terminal.version);
  if (order.command === 'fix') terminal.error(answer);
  else terminal.out(answer);
  return checked.some(({ findings }) => findings.length > 0) ? found : clean;
}

function checkText(project: Project, file: string, text: string, { least }: CheckOrder | FixOrder): CheckedFile {
  const document = project.open(file, text);
  const checked = project.check(document);
  project.close(document);
  const limit = severityOrder.indexOf(least);
  return { ...checked, findings: checked.findings.filter(({ severity }) => severityOrder.indexOf(severity) <= limit) };
}

function fixedText(project: Project, file: string, text: string, { also }: FixOrder): string {
  const document = project.open(file, text);
  const { context } = project.options.for(document.uri);
  project.close(document);
  const safe = applyChanges(text, safeChanges(text, context));
  return also.length === 0 ? safe : applyChanges(safe, kindChanges(safe, context, also));
}
