/**
 * End-to-end tests: a real browser on a real workbench with the packaged extension, used as a user would. Each folder of
 * specs has one process, in which files that open the same world share a workbench. `.web.e2e.ts` files run the browser
 * build. Screenshots go to out/shots/.
 *
 * Usage: `npm run test:e2e -- [--grep <regular expression>] [--all] [--each] [--shuffle <seed>]`. `--all` takes
 * screenshots, and adds the tests marked `nightly`, themes, and languages. `--each` runs every test in a separate workbench, and `--shuffle` the tests
 * of a file in another order, so that a test that depends on the state after another one fails.
 */
import { fork } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../../scripts/lib/repository.ts';
import { packageVsix } from '../../scripts/package.ts';
import { packTestExtension } from '../extensions/pack.ts';
import { freePort } from '../local-server.ts';
import { isGreen, Progress, type TestOutcome, total } from '../outcomes.ts';
import { TemporaryFolder } from '../temporary-folder.ts';
import { ensureHost } from '../workbench/host.ts';
import { installExtensions, installForBrowser } from '../workbench/workbench.ts';
import type { SpecEvent, SpecJob } from './spec-process.ts';

interface E2eOptions {
  /** A regular expression for the titles of the tests to run. */
  readonly grep?: string;
  /** Path of the spec file or folder to run, below `specs`. */
  readonly file?: string;
  /** Runs every test in a separate workbench. */
  readonly each?: boolean;
  /** Seed of another order of the tests in each file. */
  readonly shuffle?: number;
  /** Takes screenshots, looks at each theme and language. */
  readonly isVisual?: boolean;
  /** Names of folders that don't run. */
  readonly without?: readonly string[];
  /** Until then, one workbench runs at a time. */
  readonly othersAfter?: Promise<unknown>;
}

/** Folder of files that run nightly, each in a separate workbench. */
const NIGHTLY = 'nightly';

const specs = path.join(root, 'test/e2e/specs');
const durationsFile = path.join(root, 'out/e2e-durations.json');
const WORKERS = 2;

export async function runE2e(
  vsix: string,
  { grep = '', file, each = false, isVisual = false, shuffle, without = [], othersAfter }: E2eOptions = {},
): Promise<readonly TestOutcome[]> {
  const host = await ensureHost('newest');
  const shared = { host, isVisual, ...(grep !== '' && { grep }), ...(shuffle !== undefined && { shuffle }) };
  const bridge = await packTestExtension('bridge');
  const extensions = await installExtensions(host, [vsix, bridge]);
  const inBrowser = await installForBrowser(host, vsix, [bridge, await packTestExtension('memory-files')]);
  const groups = file?.endsWith('.ts')
    ? [{ name: file, files: [file] }]
    : longestFirst(groupsOf(isVisual)).filter(
        ({ name }) => (file === undefined || name === file) && !without.includes(name),
      );
  const jobs = groups.map(
    ({ name, files }): SpecJob => ({
      ...shared,
      name,
      extensions: files.some((one) => one.endsWith('.web.e2e.ts')) ? inBrowser : extensions,
      files: files.map((one) => path.join(specs, one)),
    }),
  );
  const queue = each ? await eachAlone(jobs) : jobs;
  const all = queue.length;
  const progress = new Progress('end to end');
  const durations = new Map<string, number>();
  const profiles = TemporaryFolder.untilExit('browsers');
  let ended = 0;
  const worker = async (_: unknown, index: number) => {
    if (index > 0) await othersAfter;
    // The same for all jobs of a worker, so that its browser caches the compiled workbench.
    const place = { profile: profiles.at(String(index)), port: await freePort() };
    for (let job = queue.shift(); job; job = queue.shift()) {
      const start = performance.now();
      let tests = 0;
      await runJob({ ...job, ...place }, (event) => {
        tests++;
        progress.add({ ...event, title: `e2e > ${event.title}` }, `${ended} of ${all} workbenches`);
      });
      ended++;
      const seconds = Math.round((performance.now() - start) / 1000);
      durations.set(job.name, seconds);
      if (tests > 0) console.log(`   ${job.name}: ${tests} tests, ${seconds} s`);
    }
  };
  await Promise.all(Array.from({ length: WORKERS }, worker));
  if (grep === '' && file === undefined && !each) remember(durations);
  return progress.outcomes;
}

/** Runs spec files, or one test in them, in a separate process. */
function runJob(job: SpecJob, onEvent: (event: SpecEvent) => void): Promise<void> {
  return new Promise((resolve) => {
    const child = fork(path.join(import.meta.dirname, 'spec-process.ts'));
    child.on('message', onEvent);
    const end = (error?: string) => {
      const title = job.name;
      if (error !== undefined) onEvent({ kind: 'failed', title, fullTitle: title, ms: 0, error });
      resolve();
    };
    child.on('error', (error) => end(String(error)));
    child.on('exit', (code, signal) => end(code === 0 ? undefined : `The process ended: ${signal ?? code}`));
    child.send(job);
  });
}

/** Returns one job for each test of these jobs. */
async function eachAlone(jobs: readonly SpecJob[]): Promise<SpecJob[]> {
  const alone: SpecJob[] = [];
  for (const job of jobs)
    await runJob({ ...job, list: true }, ({ fullTitle }) => alone.push({ ...job, grep: { title: fullTitle } }));
  return alone;
}

interface Group {
  /** Name of a folder, or of a nightly file. */
  readonly name: string;
  /** Paths below `specs`. */
  readonly files: readonly string[];
}

/** Returns the files of each folder, which share a workbench. Nightly files are alone: each needs a different one. */
function groupsOf(isVisual: boolean): readonly Group[] {
  return readdirSync(specs).flatMap((name): readonly Group[] => {
    const files = readdirSync(path.join(specs, name)).filter((file) => file.endsWith('.e2e.ts'));
    const paths = files.sort().map((file) => path.join(name, file));
    if (name !== NIGHTLY) return [{ name, files: paths }];
    return isVisual ? paths.map((file) => ({ name: file, files: [file] })) : [];
  });
}

/** Sorts by duration: a long group that starts last would leave the other worker idle. New ones come first, by size. */
function longestFirst(groups: readonly Group[]): readonly Group[] {
  const known = recorded();
  const size = ({ files }: Group) => files.reduce((sum, file) => sum + statSync(path.join(specs, file)).size, 0);
  const length = (group: Group) => known[group.name] ?? 1e6 + size(group);
  return [...groups].sort((a, b) => length(b) - length(a));
}

/** Returns the duration of each group in seconds, from the last complete run on this machine. */
function recorded(): Record<string, number> {
  try {
    return JSON.parse(readFileSync(durationsFile, 'utf8'));
  } catch {
    return {};
  }
}

function remember(durations: ReadonlyMap<string, number>): void {
  mkdirSync(path.dirname(durationsFile), { recursive: true });
  writeFileSync(durationsFile, JSON.stringify(Object.fromEntries(durations), null, 2));
}

if (import.meta.main) {
  const grepAt = process.argv.indexOf('--grep');
  const grep = grepAt >= 0 ? (process.argv[grepAt + 1] ?? '') : '';
  const { vsix } = await packageVsix();
  const [each, isVisual] = [process.argv.includes('--each'), process.argv.includes('--all')];
  const shuffleAt = process.argv.indexOf('--shuffle');
  const seed = shuffleAt < 0 ? undefined : Number(process.argv[shuffleAt + 1]);
  const outcomes = await runE2e(vsix, { grep, each, isVisual, ...(seed !== undefined && { shuffle: seed }) });
  console.log(`\n${total(outcomes)}`);
  process.exit(isGreen(outcomes) ? 0 : 1);
}
