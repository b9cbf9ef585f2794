/** Runs a script in the web extension host of a fresh workbench, against the browser build of the packaged extension. */
import { existsSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import * as esbuild from 'esbuild';
import { root } from '../../scripts/lib/run.ts';
import { until } from '../until.ts';
import { launchBrowser } from './chromium.ts';
import { ensureHost } from './host.ts';
import { installForBrowser, openPage, startWorkbench, testSettings } from './workbench.ts';
import { makeWorkspace } from './workspace.ts';

/** Bundles a script for a web extension host, which loads one CommonJS file from the extension's folder. */
async function bundleForBrowser(entry: string, file: string): Promise<void> {
  await esbuild.build({
    absWorkingDir: root,
    entryPoints: [entry],
    outfile: file,
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
 * @param entry source file that exports `run`
 * @param reportName name of the JSON file that it writes into the workspace folder
 * @returns the report
 */
export async function runInWebHost<T>(vsix: string, entry: string, reportName: string): Promise<T> {
  const host = await ensureHost('newest');
  const folder = makeWorkspace();
  const workbench = await startWorkbench({
    host,
    extensions: await installForBrowser(host, vsix, []),
    smokeTestDriver: true,
    settings: testSettings,
  });
  const extension = workbench.installed('switchyard.switchyard');
  await bundleForBrowser(entry, path.join(extension, 'dist/suite.cjs'));
  const remote = (file: string) => `vscode-remote://localhost:${workbench.port}${file}`;
  const report = path.join(folder, reportName);
  const browser = await launchBrowser();
  let exit: number | undefined;
  const lines: string[] = [];
  try {
    const payload = [
      ['extensionDevelopmentPath', remote(extension)],
      ['extensionTestsPath', remote(path.join(extension, 'dist/suite.cjs'))],
      ['skipWelcome', 'true'],
    ] as const;
    const url = workbench.url(folder, payload);
    await openPage(browser, url, async (page) => {
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin: new URL(url).origin });
      page.on('console', (message) => lines.push(message.text()));
      await page.exposeFunction('codeAutomationLog', () => undefined);
      await page.exposeFunction('codeAutomationExit', (code: number) => {
        exit = code;
      });
    });
    await until('the script in the web extension host to end', () => exit !== undefined, 300_000);
    if (!existsSync(report)) throw new Error(`It wrote no report (exit ${exit}).\n${lines.slice(-40).join('\n')}`);
    return JSON.parse(readFileSync(report, 'utf8')) as T;
  } finally {
    await browser.close();
    await workbench.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
