/** Activation in the real workbench: load and activate as VS Code marks them, median of fresh starts. */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as esbuild from 'esbuild';
import { root } from '../../scripts/lib/run.ts';
import { ensureHost } from '../workbench/host.ts';
import { openPage, startWorkbench, until } from '../workbench/workbench.ts';
import { makeWorkspace } from '../workbench/workspace.ts';

export interface Activation {
  /** Medians, milliseconds. */
  readonly load: number;
  readonly activate: number;
  readonly runs: number;
}

export async function measureActivation(vsix: string, runs = 10): Promise<Activation> {
  const host = await ensureHost('newest');
  const probe = path.join(root, 'out/bench/activation-probe.cjs');
  await esbuild.build({
    absWorkingDir: root,
    entryPoints: ['test/bench/activation-probe.ts'],
    outfile: probe,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    external: ['vscode'],
  });
  const samples: { load: number; activate: number }[] = [];
  for (let run = 0; run < runs; run++) samples.push(await once(host, vsix, probe));
  return { load: median(samples.map((s) => s.load)), activate: median(samples.map((s) => s.activate)), runs };
}

async function once(host: Awaited<ReturnType<typeof ensureHost>>, vsix: string, probe: string) {
  const folder = makeWorkspace();
  const scratch = mkdtempSync(path.join(tmpdir(), 'switchyard-bench-'));
  const report = path.join(scratch, 'report.json');
  const workbench = await startWorkbench({
    host,
    vsix: [vsix],
    smokeTestDriver: true,
    settings: { 'chat.disableAIFeatures': true },
    env: { SWITCHYARD_BENCH_REPORT: report },
  });
  const remote = (file: string) => `vscode-remote://localhost:${workbench.port}${file}`;
  let exit: number | undefined;
  const { browser } = await openPage(
    workbench.url(folder, [
      ['extensionDevelopmentPath', remote(workbench.installed('switchyard.switchyard'))],
      ['extensionTestsPath', remote(probe)],
    ]),
    async (page) => {
      await page.exposeFunction('codeAutomationLog', () => undefined);
      await page.exposeFunction('codeAutomationExit', (code: number) => {
        exit = code;
      });
    },
  );
  try {
    await until('the activation probe to end', () => exit !== undefined);
    if (!existsSync(report)) throw new Error('the activation probe wrote no report');
    return JSON.parse(readFileSync(report, 'utf8')) as { load: number; activate: number };
  } finally {
    await browser.close();
    await workbench.stop();
    for (const made of [folder, scratch]) rmSync(made, { recursive: true, force: true });
  }
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
}
