/** Runs part of a benchmark inside the extension host of a fresh workbench, against the packaged extension. */
import { existsSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import * as esbuild from 'esbuild';
import { root } from '../../scripts/lib/run.ts';
import { until } from '../until.ts';
import { launchBrowser } from '../workbench/chromium.ts';
import type { Host } from '../workbench/host.ts';
import { installExtensions, openPage, startWorkbench } from '../workbench/workbench.ts';
import { makeWorkspace } from '../workbench/workspace.ts';

/** Name of the report in the workspace folder. */
export const reportName = 'bench-report.json';

/** @param entry a file in this folder that exports `run` @returns the file to start in the host */
export async function bundleProbe(entry: string): Promise<string> {
  const probe = path.join(root, 'out/bench', entry.replace(/\.ts$/, '.cjs'));
  await esbuild.build({
    absWorkingDir: root,
    entryPoints: [`test/bench/${entry}`],
    outfile: probe,
    bundle: true,
    platform: 'node',
    target: 'node22',
    format: 'cjs',
    external: ['vscode'],
  });
  return probe;
}

/** @returns the JSON that the probe wrote into the file `reportName` (its full path is in SWITCHYARD_BENCH_REPORT) */
export async function runProbe<T>(
  host: Host,
  vsix: string,
  probe: string,
  settings: Record<string, unknown> = {},
): Promise<T> {
  const folder = makeWorkspace();
  const report = path.join(folder, reportName);
  const workbench = await startWorkbench({
    host,
    extensions: await installExtensions(host, [vsix]),
    smokeTestDriver: true,
    settings: { 'chat.disableAIFeatures': true, ...settings },
    env: { SWITCHYARD_BENCH_REPORT: report },
  });
  const remote = (file: string) => `vscode-remote://localhost:${workbench.port}${file}`;
  let exit: number | undefined;
  const log: string[] = [];
  const browser = await launchBrowser();
  await openPage(
    browser,
    workbench.url(folder, [
      ['extensionDevelopmentPath', remote(workbench.installed('switchyard.switchyard'))],
      ['extensionTestsPath', remote(probe)],
    ]),
    async (page) => {
      await page.exposeFunction('codeAutomationLog', (_type: string, args: unknown[]) => log.push(args.join(' ')));
      await page.exposeFunction('codeAutomationExit', (code: number) => {
        exit = code;
      });
    },
  );
  try {
    await until(`the probe ${path.basename(probe)} to end`, () => exit !== undefined, 180_000);
    if (!existsSync(report)) throw new Error(`the probe wrote no report\n${log.slice(-20).join('\n')}`);
    return JSON.parse(readFileSync(report, 'utf8')) as T;
  } finally {
    await browser.close();
    await workbench.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
