/**
 * Runs the in-process suite inside the real extension host, against the packaged extension, on the newest and the oldest
 * supported VS Code. Usage: `npm run test:workbench -- [newest|oldest|browser] [--grep <regular expression>] [--reverse]`.
 * `browser`: the config suites in a web extension host, on the browser build. `--reverse`: in the opposite order, so that
 * a test that depends on an earlier one fails.
 */
import { packageVsix } from '../../scripts/package.ts';
import { isGreen, Progress, type TestOutcome, total } from '../outcomes.ts';
import { startStandingService } from '../service/standing-clock.ts';
import { runInNodeHost, runInWebHost } from './extension-host.ts';
import { ensureHost, type HostName } from './host.ts';
import { outcomeMark } from './report-name.ts';

/** Runs in an extension host in Node.js. */
export const suite = 'test/workbench/suite/index.ts';

/** Runs the suites that don't need Node.js in the web extension host, on the browser build. */
export async function runInBrowser(vsix: string): Promise<readonly TestOutcome[]> {
  const progress = new Progress('in a browser');
  await runInWebHost(vsix, 'test/workbench/suite/browser.ts', addTo(progress, 'in a browser > '));
  return progress.outcomes;
}

/** Adds what a suite prints about its tests. @param before is put before their titles */
const addTo = (progress: Progress, before: string) => (line: string) => {
  if (!line.startsWith(outcomeMark)) return;
  const { outcome, of }: { outcome: TestOutcome; of: number } = JSON.parse(line.slice(outcomeMark.length));
  progress.add({ ...outcome, title: `${before}${outcome.title}` }, `of ${of}`);
};

interface HostOptions {
  /** A regular expression for the titles of the tests to run. */
  readonly grep?: string;
  /** Runs the tests in the opposite order. */
  readonly reverse?: boolean;
}

/** Runs the tests with matching titles on one host. */
async function runOn(
  name: HostName,
  vsix: string,
  { grep = '', reverse = false }: HostOptions,
): Promise<readonly TestOutcome[]> {
  const host = await ensureHost(name);
  const { service } = await startStandingService();
  const env = {
    SWITCHYARD_TEST_GREP: grep,
    SWITCHYARD_TEST_REVERSE: String(reverse),
    SWITCHYARD_TEST_SERVICE: service.url,
    SWITCHYARD_TEST_KEY: service.key,
  };
  const progress = new Progress(`VS Code ${host.version}`);
  const before = name === 'newest' ? '' : `VS Code ${host.version} > `;
  const run = runInNodeHost(host, vsix, suite, { env }, addTo(progress, before));
  const { log } = await run.finally(() => service.close());
  const { outcomes } = progress;
  if (!isGreen(outcomes))
    console.error(
      log
        .filter((line) => !line.startsWith(outcomeMark))
        .slice(-60)
        .join('\n'),
    );
  console.log(`   VS Code ${host.version}: ${total(outcomes)}`);
  return outcomes;
}

/** Runs the suites on both hosts in parallel, because each mostly waits. */
export async function runHosts(
  vsix: string,
  options: HostOptions = {},
  names: readonly HostName[] = ['newest', 'oldest'],
): Promise<readonly TestOutcome[]> {
  // Sequential: both may need the same packages, and the installer prints its progress.
  for (const name of names) await ensureHost(name);
  const outcomes = await Promise.all(names.map((name) => runOn(name, vsix, options)));
  return outcomes.flat();
}

if (import.meta.main) {
  const args = process.argv.slice(2);
  const grepAt = args.indexOf('--grep');
  const options = { grep: grepAt >= 0 ? (args[grepAt + 1] ?? '') : '', reverse: args.includes('--reverse') };
  const chosen = args.filter((arg): arg is HostName => arg === 'newest' || arg === 'oldest');
  const { vsix } = await packageVsix();
  const outcomes = args.includes('browser')
    ? await runInBrowser(vsix)
    : await runHosts(vsix, options, chosen.length > 0 ? chosen : undefined);
  console.log(`\n${total(outcomes)}`);
  process.exit(isGreen(outcomes) ? 0 : 1);
}
