/** Runs scripts, such as suites and parts of benchmarks, in the extension host of a fresh workbench. */
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { format } from 'node:util';
import * as esbuild from 'esbuild';
import type { Browser, Page } from 'playwright-core';
import { root } from '../../scripts/lib/repository.ts';
import { until } from '../until.ts';
import { launchBrowser, stopAnimations } from './chromium.ts';
import { ensureHost, type Host } from './host.ts';
import { reportName } from './report-name.ts';
import {
  installExtensions,
  installForBrowser,
  openPage,
  startWorkbench,
  testSettings,
  type WorkbenchOptions,
} from './workbench.ts';
import { makeWorkspace } from './workspace.ts';

type OnLine = (line: string) => void;

export interface ScriptResult<T> {
  readonly report: T;
  /** What the script and the extension host printed. */
  readonly log: readonly string[];
}

/**
 * Runs a script in the extension host in Node.js, against the packaged extension.
 * @param entry source file that exports `run`, which calls `writeReport`
 * @param onLine called with each line that the script and the extension host print
 */
export async function runInNodeHost<T>(
  host: Host,
  vsix: string,
  entry: string,
  options: Pick<WorkbenchOptions, 'settings' | 'env'> = {},
  onLine?: OnLine,
): Promise<ScriptResult<T>> {
  const script = await bundleForNode(entry, host.version);
  const extensions = await installExtensions(host, [vsix]);
  return runScript({ host, extensions, ...options }, async () => script, onLine);
}

/**
 * Runs a script in the web extension host, against the browser build of the packaged extension.
 * @param entry source file that exports `run`, which calls `writeReport`
 */
export async function runInWebHost<T>(vsix: string, entry: string, onLine?: OnLine): Promise<ScriptResult<T>> {
  const host = await ensureHost('newest');
  const extensions = await installForBrowser(host, vsix, []);
  const bundle = async (extension: string) => {
    const script = path.join(extension, 'dist/suite.cjs');
    await bundleForBrowser(entry, script);
    return script;
  };
  return runScript({ host, extensions }, bundle, onLine, async (page, print) => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    page.on('console', (message) => print(message.text()));
  });
}

/**
 * Bundles a script for the extension host in Node.js as CommonJS. `vscode` and mocha are external.
 * @param name of the host; each has a separate output folder, because hosts run in parallel
 */
export async function bundleForNode(entry: string, name: string): Promise<string> {
  const script = path.join(root, 'out/scripts', name, `${path.basename(entry, '.ts')}.cjs`);
  await esbuild.build({
    absWorkingDir: root,
    entryPoints: [entry],
    outfile: script,
    bundle: true,
    platform: 'node',
    target: 'node22',
    format: 'cjs',
    external: ['vscode', 'mocha/lib/mocha.cjs'],
    logLevel: 'warning',
  });
  return script;
}

/** Bundles a script for a web extension host, which loads one CommonJS file from the extension's folder. */
async function bundleForBrowser(entry: string, script: string): Promise<void> {
  await esbuild.build({
    absWorkingDir: root,
    entryPoints: [entry],
    outfile: script,
    bundle: true,
    platform: 'browser',
    target: 'chrome120',
    format: 'iife',
    globalName: 'suite',
    footer: { js: 'module.exports = suite;' },
    // Mocha would otherwise replace the exports.
    define: { module: 'undefined', exports: 'undefined' },
    external: ['vscode'],
    alias: { 'node:assert/strict': path.join(import.meta.dirname, 'suite/browser-assert.ts') },
    logLevel: 'warning',
  });
}

/**
 * @param scriptFor returns the script to run; its parameter is the folder of the installed extension
 * @param prepare runs on the blank page; `print` adds a line to the log
 */
async function runScript<T>(
  options: WorkbenchOptions,
  scriptFor: (extension: string) => Promise<string>,
  onLine?: OnLine,
  prepare?: (page: Page, print: OnLine) => Promise<void>,
): Promise<ScriptResult<T>> {
  const folder = makeWorkspace();
  const report = path.join(folder, reportName);
  const workbench = await startWorkbench({
    ...options,
    smokeTestDriver: true,
    settings: { ...testSettings, ...options.settings },
  });
  const remote = (file: string) => `vscode-remote://localhost:${workbench.port}${file}`;
  const log: string[] = [];
  const print = (line: string): void => {
    log.push(line);
    onLine?.(line);
  };
  let exit: number | undefined;
  let browser: Browser | undefined;
  try {
    const extension = workbench.installed('switchyard.switchyard');
    const url = workbench.url(folder, [
      ['extensionDevelopmentPath', remote(extension)],
      ['extensionTestsPath', remote(await scriptFor(extension))],
      ['skipWelcome', 'true'],
    ]);
    browser = await launchBrowser();
    const { page } = await openPage(browser, url, async (blank) => {
      await stopAnimations(blank);
      await prepare?.(blank, print);
      await blank.exposeFunction('codeAutomationLog', (_type: string, args: unknown[]) => print(format(...args)));
      await blank.exposeFunction('codeAutomationExit', (code: number) => {
        exit = code;
      });
    });
    await until('the script in the extension host to end', () => exit !== undefined, 600_000).catch(async (error) => {
      mkdirSync(path.join(root, 'out/shots'), { recursive: true });
      await page.screenshot({ path: path.join(root, 'out/shots', `in-process-${options.host.version}-stuck.png`) });
      throw new Error(`${error.message}\n${log.slice(-40).join('\n')}`);
    });
    if (!existsSync(report))
      throw new Error(`The script wrote no report (exit ${exit}).\n${log.slice(-40).join('\n')}`);
    return { report: JSON.parse(readFileSync(report, 'utf8')) as T, log };
  } finally {
    await browser?.close();
    await workbench.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
