/**
 * End-to-end tests: a real browser on a real workbench with the packaged extension, used as a user would. Two spec
 * files run at a time, each in a separate process. `.web.e2e.ts` files run the browser build. Screenshots go to
 * out/shots/.
 *
 * Usage: `npm run test:e2e -- [--grep <regular expression>] [--each]`. `--each` runs every test in a separate
 * workbench, so that a test that depends on the state after another one fails.
 */
import { fork } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createVSIX } from '@vscode/vsce';
import { root } from '../../scripts/lib/repository.ts';
import { packageVsix } from '../../scripts/package.ts';
import { freePort } from '../local-server.ts';
import { resultOf, type SuiteResult, together } from '../second-try.ts';
import { TemporaryFolder } from '../temporary-folder.ts';
import { ensureHost } from '../workbench/host.ts';
import { installExtensions, installForBrowser } from '../workbench/workbench.ts';
import type { SpecEvent, SpecJob } from './spec-process.ts';

interface E2eOptions {
  /** A regular expression for the titles of the tests to run. */
  readonly grep?: string;
  /** Runs every test in a separate workbench. */
  readonly each?: boolean;
  /** Takes screenshots, looks at each theme and language. Default: true */
  readonly isVisual?: boolean;
}

/** Files about the look of VS Code and its languages: nightly. */
const nightly = ['languages.e2e.ts', 'pseudo.e2e.ts', 'themes.e2e.ts', 'chat-side-bar.e2e.ts'];

const specs = path.join(root, 'test/e2e/specs');
const durationsFile = path.join(root, 'out/e2e-durations.json');
const WORKERS = 2;

export async function runE2e(
  vsix: string,
  { grep = '', each = false, isVisual = true }: E2eOptions = {},
): Promise<SuiteResult> {
  const host = await ensureHost('newest');
  const shared = { host, isVisual, ...(grep !== '' && { grep }) };
  const extensions = await installExtensions(host, [vsix]);
  const inBrowser = await installForBrowser(host, vsix, [await packMemoryFiles()]);
  const files = longestFirst(readdirSync(specs).sort()).filter((file) => isVisual || !nightly.includes(file));
  const jobs = files.map(
    (file): SpecJob => ({
      ...shared,
      extensions: file.endsWith('.web.e2e.ts') ? inBrowser : extensions,
      file: path.join(specs, file),
    }),
  );
  const queue = each ? await eachAlone(jobs) : jobs;
  const results: SuiteResult[] = [];
  const durations = new Map<string, number>();
  const profiles = TemporaryFolder.untilExit('browsers');
  const worker = async (_: unknown, index: number) => {
    // The same for all jobs of a worker, so that its browser caches the compiled workbench.
    const place = { profile: profiles.at(String(index)), port: await freePort() };
    for (let job = queue.shift(); job; job = queue.shift()) {
      const start = performance.now();
      const first = await runJob({ ...job, ...place });
      const seconds = Math.round((performance.now() - start) / 1000);
      if (first.length > 0) print(path.basename(job.file), first, seconds);
      const second = first.some(({ kind }) => kind === 'failed') ? await runJob({ ...job, ...place }) : [];
      if (second.length > 0) print(`Second try of ${path.basename(job.file)}`, second);
      results.push(resultOf(first.map(inE2e), second.map(inE2e)));
      durations.set(path.basename(job.file), seconds);
    }
  };
  await Promise.all(Array.from({ length: WORKERS }, worker));
  if (grep === '' && !each) remember(durations);
  return together(results);
}

/** Packs the extension with a virtual file system, for tests of the browser build. */
async function packMemoryFiles(): Promise<string> {
  const packagePath = path.join(root, 'out/memory-files.vsix');
  mkdirSync(path.dirname(packagePath), { recursive: true });
  await createVSIX({
    cwd: path.join(root, 'test/memory-files'),
    packagePath,
    dependencies: false,
    allowMissingRepository: true,
    skipLicense: true,
  });
  return packagePath;
}

const inE2e = (event: SpecEvent): SpecEvent => ({ ...event, title: `e2e > ${event.title}` });

/** Runs a spec file, or one test in it, in a separate process. */
function runJob(job: SpecJob): Promise<SpecEvent[]> {
  return new Promise((resolve) => {
    const events: SpecEvent[] = [];
    const child = fork(path.join(import.meta.dirname, 'spec-process.ts'));
    child.on('message', (event: SpecEvent) => events.push(event));
    const end = (error?: string) => {
      const title = path.basename(job.file);
      if (error !== undefined) events.push({ kind: 'failed', title, fullTitle: title, ms: 0, error });
      resolve(events);
    };
    child.on('error', (error) => end(String(error)));
    child.on('exit', (code, signal) => end(code === 0 ? undefined : `The process ended: ${signal ?? code}`));
    child.send(job);
  });
}

/** Returns one job for each test in these files. */
async function eachAlone(jobs: readonly SpecJob[]): Promise<SpecJob[]> {
  const alone: SpecJob[] = [];
  for (const job of jobs)
    for (const { fullTitle } of await runJob({ ...job, list: true }))
      alone.push({ ...job, grep: { title: fullTitle } });
  return alone;
}

function print(name: string, events: readonly SpecEvent[], seconds?: number): void {
  const marks = { passed: '✓', failed: '✗', skipped: '-' };
  const lines = events.map(({ kind, title, ms, error }) => {
    const line = `   ${marks[kind]} ${kind === 'skipped' ? 'skipped: ' : ''}${title} (${(ms / 1000).toFixed(1)} s)`;
    return error === undefined ? line : `${line}\n${error.replace(/^/gm, '       ')}`;
  });
  console.log([seconds === undefined ? name : `${name}: ${seconds} s`, ...lines].join('\n'));
}

/** Sorts by duration: a long file that starts last would leave the other worker idle. New files come first, by size. */
function longestFirst(files: readonly string[]): string[] {
  const known = recorded();
  const size = (file: string) => statSync(path.join(specs, file)).size;
  return [...files].sort((a, b) => (known[b] ?? 1e6 + size(b)) - (known[a] ?? 1e6 + size(a)));
}

/** Returns the duration of each spec file in seconds, from the last complete run on this machine. */
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
  const { passed, failed, retried } = await runE2e(vsix, { grep, each: process.argv.includes('--each') });
  if (retried.length > 0) console.log(`\nNeeded a second try:\n  ${retried.join('\n  ')}`);
  console.log(`\n${passed} passed, ${failed} failed`);
  process.exit(failed === 0 && passed > 0 ? 0 : 1);
}
