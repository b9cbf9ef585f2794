/**
 * Runs the in-process suite inside the real extension host, against the packaged extension, on the newest and the oldest
 * supported VS Code. Usage: `npm run test:workbench -- [newest|oldest|browser] [--grep <regular expression>] [--reverse]`.
 * `browser`: the config suites in a web extension host, on the browser build. `--reverse`: in the opposite order, so that
 * a test that depends on an earlier one fails.
 */
import { packageVsix } from '../../scripts/package.ts';
import { escapeRegExp, resultOf, type SuiteResult, type TestOutcome, together } from '../second-try.ts';
import { startService } from '../service/index.ts';
import { runInNodeHost, runInWebHost } from './extension-host.ts';
import { ensureHost, type HostName } from './host.ts';

/** Runs in an extension host in Node.js. */
export const suite = 'test/workbench/suite/index.ts';

/** Runs the suites that don't need Node.js in the web extension host, on the browser build; all of them again if a test failed. */
export async function runInBrowser(vsix: string): Promise<SuiteResult> {
  const once = async () => {
    const { report } = await runInWebHost<TestOutcome[]>(vsix, 'test/workbench/suite/browser.ts');
    return report.map((outcome) => ({ ...outcome, title: `in a browser > ${outcome.title}` }));
  };
  const first = await once();
  const failed = first.filter(({ kind }) => kind === 'failed');
  for (const { title, error } of failed) console.error(`FAILED ${title}\n${error}`);
  return resultOf(first, failed.length === 0 ? [] : await once());
}

interface HostOptions {
  /** A regular expression for the titles of the tests to run. */
  readonly grep?: string;
  /** Runs the tests in the opposite order. */
  readonly reverse?: boolean;
  /** Hosts that run only the essential suites. */
  readonly essential?: readonly HostName[];
}

/** Runs the tests with matching titles on one host. */
async function runOnce(
  name: HostName,
  vsix: string,
  { grep = '', reverse = false, essential = [] }: HostOptions,
): Promise<TestOutcome[]> {
  const host = await ensureHost(name);
  const service = await startService();
  const env = {
    SWITCHYARD_TEST_GREP: grep,
    SWITCHYARD_TEST_REVERSE: String(reverse),
    SWITCHYARD_TEST_SUITES: essential.includes(name) ? 'essential' : 'all',
    SWITCHYARD_TEST_SERVICE: service.url,
    SWITCHYARD_TEST_KEY: service.key,
  };
  const { report: outcomes, log } = await runInNodeHost<TestOutcome[]>(host, vsix, suite, { env }).finally(() =>
    service.close(),
  );
  const failed = outcomes.filter(({ kind }) => kind === 'failed');
  for (const { title, error } of failed) console.error(`FAILED on VS Code ${host.version}: ${title}\n${error}`);
  if (failed.length > 0) console.error(log.slice(-60).join('\n'));
  console.log(
    `VS Code ${host.version}, in process: ${outcomes.length - failed.length} passed, ${failed.length} failed`,
  );
  return outcomes;
}

/** Runs the tests with matching titles on one host, and runs suites with failed tests once more. */
async function runInProcess(name: HostName, vsix: string, options: HostOptions): Promise<SuiteResult> {
  const first = await runOnce(name, vsix, options);
  const suites = new Set(first.flatMap(({ kind, title }) => (kind === 'failed' ? [title.split(' > ')[0] ?? ''] : [])));
  const again = [...suites].map((title) => escapeRegExp(title)).join('|');
  const second = suites.size === 0 ? [] : await runOnce(name, vsix, { ...options, grep: `^(?:${again}) ` });
  const result = resultOf(first, second);
  return { ...result, retried: result.retried.map((title) => `VS Code, ${name} > ${title}`) };
}

/** Runs the suites on both hosts in parallel, because each mostly waits. */
export async function runHosts(
  vsix: string,
  options: HostOptions = {},
  names: readonly HostName[] = ['newest', 'oldest'],
): Promise<SuiteResult> {
  // Sequential: both may need the same packages, and the installer prints its progress.
  for (const name of names) await ensureHost(name);
  const results = await Promise.all(names.map((name) => runInProcess(name, vsix, options)));
  return together(results);
}

if (import.meta.main) {
  const args = process.argv.slice(2);
  const grepAt = args.indexOf('--grep');
  const options = { grep: grepAt >= 0 ? (args[grepAt + 1] ?? '') : '', reverse: args.includes('--reverse') };
  const chosen = args.filter((arg): arg is HostName => arg === 'newest' || arg === 'oldest');
  const { vsix } = await packageVsix();
  const { passed, failed } = args.includes('browser')
    ? await runInBrowser(vsix)
    : await runHosts(vsix, options, chosen.length > 0 ? chosen : undefined);
  console.log(`\n${passed} passed, ${failed} failed`);
  process.exit(failed === 0 ? 0 : 1);
}
