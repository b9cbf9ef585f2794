/**
 * Time from a click on "Show Run Timeline" in a row to the drawn timeline: request, new webview, its page, and the chart.
 * Workbench and page use the same clock. The reference service answers without a delay.
 */
import { rmSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { Bridge } from '../e2e/bridge.ts';
import { WorkbenchPage } from '../e2e/workbench-page.ts';
import { packTestExtension } from '../extensions/pack.ts';
import { startService } from '../service/index.ts';
import { until } from '../until.ts';
import { launchBrowser } from '../workbench/chromium.ts';
import { ensureHost } from '../workbench/host.ts';
import { installExtensions, openPage, startWorkbench } from '../workbench/workbench.ts';
import { makeWorkspace } from '../workbench/workspace.ts';
import { median, printRows, type Row } from './row.ts';

const CLICKS = 20;
const LIMIT = 150;

declare global {
  interface Window {
    /** When something was last clicked in the workbench. */
    clickedAt?: number;
  }
}

/** Measures and returns the result. */
export async function benchRunTimeline(vsix: string): Promise<Row> {
  const service = await startService();
  const folder = makeWorkspace();
  const host = await ensureHost('newest');
  const bridge = new Bridge();
  const workbench = await startWorkbench({
    host,
    extensions: await installExtensions(host, [vsix, await packTestExtension('bridge')]),
    wrapper: true,
    settings: { 'chat.disableAIFeatures': true },
    env: {
      SWITCHYARD_TEST_BRIDGE: String(await bridge.listen()),
      SWITCHYARD_API_KEY: service.key,
      SWITCHYARD_BASE_URL: service.url,
    },
  });
  const browser = await launchBrowser();
  const { page } = await openPage(browser, workbench.url(folder));
  try {
    const ui = new WorkbenchPage(page, bridge);
    await ui.ready();
    await page.evaluate(() => {
      addEventListener('click', () => (window.clickedAt = Date.now()), true);
    });
    await ui.openSwitchyard();
    const row = ui.rowByLabel('Runs', /, (failed|succeeded), /).first();
    await row.waitFor();
    const took: number[] = [];
    while (took.length < CLICKS) {
      // Rows move while runs end.
      await until('a click on the button of a run', async () => {
        await page.mouse.move(5, 5);
        await row.hover();
        const button = row.getByRole('button', { name: 'Show Run Timeline' });
        return button.click({ timeout: 3000 }).then(
          () => true,
          () => false,
        );
      });
      const drawnAt = await timelineDrawn(page);
      took.push(drawnAt - (await page.evaluate(() => window.clickedAt ?? Number.NaN)));
      await ui.closeEditors();
    }
    const middle = median(took);
    return {
      what: `run: click to drawn timeline, median of ${CLICKS} (slowest ${Math.max(...took)})`,
      figure: `${middle.toFixed(0)} ms`,
      bar: `≤ ${LIMIT} ms`,
      met: middle <= LIMIT,
    };
  } finally {
    await browser.close();
    bridge.close();
    await workbench.stop();
    await service.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Looks again every few milliseconds, because the page of a panel is written into a frame, which ends its scripts. */
async function timelineDrawn(page: Page): Promise<number> {
  for (const end = Date.now() + 60_000; Date.now() < end; await pause(2)) {
    const frames = page
      .frames()
      .map((frame) => frame.evaluate(() => document.querySelector('.timeline .bar') !== null).catch(() => false));
    if ((await Promise.all(frames)).includes(true)) return Date.now();
  }
  throw new Error('no timeline was drawn');
}

if (import.meta.main) {
  const { packageVsix } = await import('../../scripts/package.ts');
  printRows([await benchRunTimeline((await packageVsix()).vsix)]);
}
