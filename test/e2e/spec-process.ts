/**
 * Runs spec files in a separate process, for `run.ts`, so that their state ends with the process. Receives one job,
 * sends an event for each test, and exits.
 */
import Mocha from 'mocha';
import { escapeRegExp, type TestOutcome } from '../outcomes.ts';
import { Random } from '../random.ts';
import { takeSlowSteps } from '../until.ts';
import type { Host } from '../workbench/host.ts';
import { endSession, session, shotOfFailure } from './session.ts';

/** The tests to run. */
export interface SpecJob {
  readonly name: string;
  /** Absolute paths. */
  readonly files: readonly string[];
  readonly host: Host;
  /** Folder returned by `installExtensions`. */
  readonly extensions: string;
  /** Folder of the browser profile, and port of the workbench. */
  readonly profile?: string;
  readonly port?: number;
  /** A regular expression for titles, or the full title of one test; all tests if absent. */
  readonly grep?: string | { readonly title: string };
  /** Takes screenshots, and looks at each theme. */
  readonly isVisual: boolean;
  /** Only report the titles. */
  readonly list?: boolean;
  /** Seed of the order of the tests; the order of the file if absent. */
  readonly shuffle?: number;
}

/** Result of a test. */
export interface SpecEvent extends TestOutcome {
  /** Title that `grep` matches. */
  readonly fullTitle: string;
}

function mochaFor({ grep, list }: SpecJob): Mocha {
  const mocha = new Mocha({ ui: 'bdd', timeout: 0, dryRun: list === true });
  // Results go to the parent process, which prints them when the file has ended.
  mocha.reporter(Mocha.reporters.Base);
  if (typeof grep === 'string') mocha.grep(new RegExp(grep));
  else if (grep) mocha.grep(new RegExp(`^${escapeRegExp(grep.title)}$`));
  return mocha;
}

/** Suites keep their order: each has a workbench in a state that it needs. */
function shuffle(suite: Mocha.Suite, random: Random): void {
  suite.tests = random.shuffled(suite.tests);
  for (const inner of suite.suites) shuffle(inner, random);
}

async function runSpec(job: SpecJob): Promise<void> {
  const { host, extensions, profile, port, isVisual } = job;
  Object.assign(session, { host, extensions, profile, port, isVisual });
  const mocha = mochaFor(job);
  const send = (test: Mocha.Runnable, result: Pick<SpecEvent, 'kind' | 'error' | 'screenshot'>) => {
    const title = test.titlePath().join(' > ');
    const slow = takeSlowSteps();
    const event: SpecEvent = {
      ...result,
      title,
      fullTitle: test.fullTitle(),
      ms: test.duration ?? 0,
      ...(slow.length > 0 && { slow }),
    };
    process.send?.(event);
  };
  let error = '';
  const hooks: Promise<void>[] = [];
  const sendFailedHook = async (hook: Mocha.Runnable, reason: string) => {
    const screenshot = await shotOfFailure(hook.fullTitle());
    send(hook, { kind: 'failed', error: reason, ...(screenshot !== undefined && { screenshot }) });
  };
  mocha.rootHooks({
    // A failure is sent with its screenshot.
    async afterEach(this: Mocha.Context) {
      const test = this.currentTest;
      if (test?.state !== 'failed') return;
      const screenshot = await shotOfFailure(test.title);
      send(test, { kind: 'failed', error, ...(screenshot !== undefined && { screenshot }) });
    },
  });
  for (const file of job.files) mocha.addFile(file);
  await mocha.loadFilesAsync();
  if (job.shuffle !== undefined) shuffle(mocha.suite, new Random(job.shuffle));
  await new Promise<void>((resolve) => {
    const runner = mocha.run(() => resolve());
    runner.on('pass', (test) => send(test, { kind: 'passed' }));
    runner.on('pending', (test) => send(test, { kind: 'skipped' }));
    runner.on('fail', (test, reason) => {
      error = reason instanceof Error ? (reason.stack ?? reason.message) : String(reason);
      if ((test as Mocha.Runnable) instanceof Mocha.Hook) hooks.push(sendFailedHook(test, error));
    });
  });
  await Promise.all(hooks);
  await endSession();
}

// Also if the parent ends first: `exit` stops the servers that this process started.
process.once('disconnect', () => process.exit());
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1));
process.once('message', async (job: SpecJob) => {
  await runSpec(job);
  process.disconnect();
});
