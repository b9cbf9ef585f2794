/**
 * Runs the in-process suite inside the real extension host, against the packaged extension, on the newest and the oldest
 * supported VS Code. Usage: `npm run test:workbench -- [newest|oldest|browser] [--grep <regular expression>]`.
 * `browser`: the config suites in a web extension host, on the browser build.
 */
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { format } from 'node:util';
import * as esbuild from 'esbuild';
import type { Browser } from 'playwright-core';
import { root } from '../../scripts/lib/run.ts';
import { packageVsix } from '../../scripts/package.ts';
import { escapeRegExp, resultOf, type SuiteResult, type TestOutcome, together } from '../second-try.ts';
import { startService } from '../service/index.ts';
import { TemporaryFolder } from '../temporary-folder.ts';
import { until } from '../until.ts';
import { launchBrowser } from './chromium.ts';
import { ensureHost, type HostName } from './host.ts';
import { runInWebHost } from './web-host.ts';
import { installExtensions, openPage, startWorkbench, testSettings } from './workbench.ts';
import { makeWorkspace } from './workspace.ts';

/** File name of the report of `suite/browser.ts`. */
const reportName = 'report-of-the-suite.json';

const out = path.join(root, 'out');

/**
 * Bundles the suite for the extension host as CommonJS. `vscode` and mocha are external.
 * @param name of the host; each has a separate output folder, because hosts run in parallel
 */
export async function bundleSuite(name: string): Promise<string> {
  const outdir = path.join(out, 'suite', name);
  await esbuild.build({
    absWorkingDir: root,
    entryPoints: { index: 'test/workbench/suite/index.ts' },
    outdir,
    outExtension: { '.js': '.cjs' },
    bundle: true,
    platform: 'node',
    target: 'node22',
    format: 'cjs',
    external: ['vscode', 'mocha/lib/mocha.cjs'],
    logLevel: 'warning',
  });
  return path.join(outdir, 'index.cjs');
}

/** Runs the suites that don't need Node.js in the web extension host, on the browser build; all of them again if a test failed. */
export async function runInBrowser(vsix: string): Promise<SuiteResult> {
  const once = async () => {
    const outcomes = await runInWebHost<TestOutcome[]>(vsix, 'test/workbench/suite/browser.ts', reportName);
    return outcomes.map((outcome) => ({ ...outcome, title: `in a browser > ${outcome.title}` }));
  };
  const first = await once();
  const failed = first.filter(({ kind }) => kind === 'failed');
  for (const { title, error } of failed) console.error(`FAILED ${title}\n${error}`);
  return resultOf(first, failed.length === 0 ? [] : await once());
}

/** Runs the tests with matching titles on one host. */
async function runOnce(name: HostName, vsix: string, grep: string): Promise<TestOutcome[]> {
  const host = await ensureHost(name);
  const suite = await bundleSuite(name);
  const service = await startService();
  const folder = makeWorkspace();
  const scratch = new TemporaryFolder('report');
  const reportFile = scratch.at('report.json');
  const workbench = await startWorkbench({
    host,
    extensions: await installExtensions(host, [vsix]),
    smokeTestDriver: true,
    settings: testSettings,
    env: {
      SWITCHYARD_TEST_REPORT: reportFile,
      SWITCHYARD_TEST_GREP: grep,
      SWITCHYARD_TEST_SERVICE: service.url,
      SWITCHYARD_TEST_KEY: service.key,
    },
  });
  const remote = (file: string) => `vscode-remote://localhost:${workbench.port}${file}`;
  const lines: string[] = [];
  let exit: number | undefined;
  const payload = [
    ['extensionDevelopmentPath', remote(workbench.installed('switchyard.switchyard'))],
    ['extensionTestsPath', remote(suite)],
    ['skipWelcome', 'true'],
  ] as const;
  let browser: Browser | undefined;
  try {
    browser = await launchBrowser();
    const { page } = await openPage(browser, workbench.url(folder, payload), async (blank) => {
      await blank.exposeFunction('codeAutomationLog', (_type: string, args: unknown[]) => lines.push(format(...args)));
      await blank.exposeFunction('codeAutomationExit', (code: number) => {
        exit = code;
      });
    });
    await until('the suite in the extension host to end', () => exit !== undefined, 600_000).catch(async (error) => {
      mkdirSync(path.join(out, 'shots'), { recursive: true });
      await page.screenshot({ path: path.join(out, 'shots', `in-process-${name}-stuck.png`) });
      console.error(lines.slice(-40).join('\n'));
      throw error;
    });
  } finally {
    await browser?.close();
    await workbench.stop();
    await service.close();
    rmSync(folder, { recursive: true, force: true });
  }
  if (!existsSync(reportFile))
    throw new Error(`The suite wrote no report (exit ${exit}).\n${lines.slice(-40).join('\n')}`);
  const outcomes = JSON.parse(readFileSync(reportFile, 'utf8')) as TestOutcome[];
  scratch.remove();
  const failed = outcomes.filter(({ kind }) => kind === 'failed');
  for (const { title, error } of failed) console.error(`FAILED on VS Code ${host.version}: ${title}\n${error}`);
  if (failed.length > 0) console.error(lines.slice(-60).join('\n'));
  console.log(
    `VS Code ${host.version}, in process: ${outcomes.length - failed.length} passed, ${failed.length} failed`,
  );
  return outcomes;
}

/** Runs the tests with matching titles on one host, and runs suites with failed tests once more. */
async function runInProcess(name: HostName, vsix: string, grep: string): Promise<SuiteResult> {
  const first = await runOnce(name, vsix, grep);
  const suites = new Set(first.flatMap(({ kind, title }) => (kind === 'failed' ? [title.split(' > ')[0] ?? ''] : [])));
  const again = [...suites].map((title) => escapeRegExp(title)).join('|');
  const second = suites.size === 0 ? [] : await runOnce(name, vsix, `^(?:${again}) `);
  const result = resultOf(first, second);
  return { ...result, retried: result.retried.map((title) => `VS Code, ${name} > ${title}`) };
}

/** Runs the whole suite on both hosts in parallel, because each mostly waits. */
export async function runHosts(
  vsix: string,
  grep = '',
  names: readonly HostName[] = ['newest', 'oldest'],
): Promise<SuiteResult> {
  // Sequential: both may need the same packages, and the installer prints its progress.
  for (const name of names) await ensureHost(name);
  const results = await Promise.all(names.map((name) => runInProcess(name, vsix, grep)));
  return together(results);
}

if (import.meta.main) {
  const args = process.argv.slice(2);
  const grepAt = args.indexOf('--grep');
  const grep = grepAt >= 0 ? args[grepAt + 1] : '';
  const chosen = args.filter((arg): arg is HostName => arg === 'newest' || arg === 'oldest');
  const { vsix } = await packageVsix();
  const { passed, failed } = args.includes('browser')
    ? await runInBrowser(vsix)
    : await runHosts(vsix, grep, chosen.length > 0 ? chosen : undefined);
  console.log(`\n${passed} passed, ${failed} failed`);
  process.exit(failed === 0 ? 0 : 1);
}
