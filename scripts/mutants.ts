/**
 * `npm run mutants`: makes small wrong edits of the product, one at a time, and runs the unit tests that import the file; for
 * code of a page, the tests of pages, too, and for other code of the extension, the tests in the extension host. Prints the
 * edits that no test notices. Nightly.
 *
 *   npm run mutants -- [paths] [--since <commit>] [--count 300] [--minutes <limit>] [--seed <number>]
 *
 * Paths are files or folders; without any, those of which a wrong edit harms most. `--since`: only in lines that changed
 * since the commit. Edits are chosen by the seed, and made in a copy of the repository.
 */
import { execFileSync, spawn } from 'node:child_process';
import { cpSync, existsSync, globSync, statSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { corpusFolder } from '../test/corpus.ts';
import { Random } from '../test/random.ts';
import { TemporaryFolder } from '../test/temporary-folder.ts';
import { generate } from './generate.ts';
import { ImportGraph } from './lib/import-graph.ts';
import { type Mutant, mutantsIn } from './lib/mutations.ts';
import { readText, root } from './lib/repository.ts';
import { Typecheck } from './lib/typecheck.ts';
import { nightlyTests } from './unit.ts';

const places = [
  'src/service',
  'src/config',
  'server/doctor',
  'server/agents',
  'server/cli',
  'common/connection-test',
] as const;

/** Number of test files that run at first: the nearest. */
const nearestFiles = 4;
/** An edit that makes tests run this many times as long as without it is noticed. */
const longestRun = 4;
/** Milliseconds. */
const longestRunWithoutEditMs = 1_200_000;
/** Survivors of a run, as a fraction. */
const maxSurvivors = 0.05;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    since: { type: 'string' },
    count: { type: 'string', default: '300' },
    minutes: { type: 'string', default: '600' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  },
});

const git = (...words: string[]): string =>
  execFileSync('git', words, { cwd: root, encoding: 'utf8', maxBuffer: 1 << 30 });

function filesIn(place: string): readonly string[] {
  const isFile = statSync(path.join(root, place)).isFile();
  const files = isFile ? [place] : globSync(`${place}/**/*.ts`, { cwd: root });
  return files.map((file) => file.replaceAll(path.sep, '/')).filter((file) => !file.includes('/generated/'));
}

/** Returns the lines of a file that changed since a commit. */
function changedLines(file: string, commit: string): ReadonlySet<number> {
  const hunks = git('diff', '--unified=0', commit, '--', file).matchAll(/^@@ \S+ \+(\d+)(?:,(\d+))? @@/gm);
  return new Set(
    [...hunks].flatMap(([, start, count = '1']) => Array.from({ length: +count }, (_, at) => Number(start) + at)),
  );
}

function candidates(): readonly Mutant[] {
  const { since } = values;
  return (positionals.length > 0 ? positionals : places).flatMap(filesIn).flatMap((file) => {
    const lines = since === undefined ? undefined : changedLines(file, since);
    return lines?.size === 0
      ? []
      : mutantsIn(file, readText(file)).filter(({ line }) => lines === undefined || lines.has(line));
  });
}

function copyRepository(): TemporaryFolder {
  const copy = TemporaryFolder.untilExit('mutants');
  const files = git('ls-files', '-z', '--cached', '--others', '--exclude-standard').split('\0');
  for (const file of files.filter((one) => one !== '' && existsSync(path.join(root, one))))
    cpSync(path.join(root, file), copy.at(file), { recursive: true });
  for (const folder of ['node_modules', '.cache']) symlinkSync(path.join(root, folder), copy.at(folder), 'junction');
  return copy;
}

const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--bail=1'];
const inExtensionHost = ['test/workbench/run.ts', 'newest'];

/** Returns whether tests pass in time. @param program what runs them: a file and its arguments */
function pass(folder: string, program: readonly string[], limitMs: number): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, program, {
      cwd: folder,
      stdio: 'ignore',
      // Ends the workers, too.
      detached: true,
      env: { ...process.env, SWITCHYARD_CORPUS: corpusFolder, SWITCHYARD_LEFT_TESTS: nightlyTests.join(':') },
    });
    const limit = setTimeout(() => process.kill(-(child.pid ?? 0), 'SIGKILL'), limitMs);
    child.once('exit', (code) => {
      clearTimeout(limit);
      resolve(code === 0);
    });
  });
}

const oneLine = (text: string): string => {
  const line = text.replace(/\s+/g, ' ');
  return line.length > 90 ? `${line.slice(0, 90)}…` : line;
};

await generate();
const random = new Random(Number(values.seed));
const graph = new ImportGraph();
const types = new Typecheck();
const copy = copyRepository();
const end = Date.now() + Number(values.minutes) * 60_000;
let [killed, invalid] = [0, 0];
const survivors: string[] = [];

/** Returns whether no test notices an edit. */
async function survives({ file }: Mutant): Promise<boolean> {
  const tests = graph.testsOf(file);
  const runs = [tests.slice(0, nearestFiles), tests.slice(nearestFiles)]
    .filter((files) => files.length > 0)
    .map((files) => [...vitest, ...files]);
  // Pages are built from files, so their tests import nothing of them.
  if (file.includes('/webview/')) runs.push([...vitest, '--project=pages']);
  else if (file.startsWith('src/')) runs.push(inExtensionHost);
  for (const run of runs) if (!(await pass(copy.path, run, longestRun * unedited))) return false;
  return true;
}

/** The longest run without an edit, of a machine that may be busy. Milliseconds. */
let unedited = 0;
for (const run of [vitest, inExtensionHost]) {
  const start = Date.now();
  if (!(await pass(copy.path, run, longestRunWithoutEditMs))) {
    console.error(`Without an edit, ${run[0]} fails or takes too long. Run it, and correct that first.`);
    process.exit(2);
  }
  unedited = Math.max(unedited, Date.now() - start);
}
for (const mutant of random.shuffled(candidates())) {
  if (killed + survivors.length >= Number(values.count) || Date.now() > end) break;
  const { file, line, start, before, after } = mutant;
  const text = readText(file);
  const edited = text.slice(0, start) + after + text.slice(mutant.end);
  if (!types.accepts(file, edited)) {
    invalid++;
    continue;
  }
  copy.write(file, edited);
  const isSurvivor = await survives(mutant);
  copy.write(file, text);
  const edit = `${file}:${line}: ${oneLine(before)} → ${after === ';' ? 'removed' : oneLine(after)}`;
  console.log(`${isSurvivor ? '✗' : '✓'} ${edit}`);
  if (isSurvivor) survivors.push(edit);
  else killed++;
}

const all = killed + survivors.length;
if (survivors.length > 0) console.log(`\nNo test notices:\n${survivors.map((one) => `   ${one}`).join('\n')}`);
const share = `${((100 * survivors.length) / Math.max(1, all)).toFixed(1)} %`;
console.log(
  `\n${all} edits: ${killed} noticed, ${survivors.length} survived (${share}); ${invalid} had type errors. Seed: ${values.seed}.`,
);
process.exit(survivors.length > all * maxSurvivors ? 1 : 0);
