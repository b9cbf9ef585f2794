/**
 * Time from a click on "Show Run Timeline" in a row to the drawn timeline: request, new webview, its page, and the chart.
 * Workbench and page use the same clock. The reference service answers without a delay.
 */
import { rmSync } from 'node:fs';
import { WorkbenchPage } from '../e2e/workbench-page.ts';
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
  /** Set in the workbench when something is clicked, and in the page of the panel when the timeline is drawn. */
  interface Window {
    clickedAt?: number;
    drawnAt?: number;
  }
}

/** Measures and returns the result. */
export async function benchRunTimeline(vsix: string): Promise<Row> {
  const service = await startService();
  const folder = makeWorkspace();
  const host = await ensureHost('newest');
  const workbench = await startWorkbench({
    host,
    extensions: await installExtensions(host, [vsix]),
    wrapper: true,
    settings: { 'chat.disableAIFeatures': true },
    env: { SWITCHYARD_API_KEY: service.key, SWITCHYARD_BASE_URL: service.url },
  });
  const browser = await launchBrowser();
  const { page } = await openPage(browser, workbench.url(folder));
  try {
    const ui = new WorkbenchPage(page);
    await ui.ready();
    // In each page that opens from now on.
    await page.addInitScript(() => {
      const look = () => {
        if (document.querySelector('.timeline .bar')) window.drawnAt = Date.now();
        else requestAnimationFrame(look);
      };
      look();
    });
    await page.evaluate(() => {
      addEventListener('click', () => (window.clickedAt = Date.now()), true);
    });
    await ui.openSwitchyard();
    const row = ui.rowByLabel('Runs', /, (failed|succeeded), /).first();
    await row.waitFor();
    const took: number[] = [];
    while (took.length < CLICKS) {
      await row.hover();
      await row.getByRole('button', { name: 'Show Run Timeline' }).click();
      const drawnAt = await until('the timeline', async () => {
        const drawn = page.frames().map((frame) => frame.evaluate(() => window.drawnAt).catch(() => undefined));
        return (await Promise.all(drawn)).find((time) => time !== undefined);
      });
      took.push(drawnAt - (await page.evaluate(() => window.clickedAt ?? Number.NaN)));
      await ui.runCommand('View: Close All Editors');
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
    await workbench.stop();
    await service.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

if (import.meta.main) {
  const { packageVsix } = await import('../../scripts/package.ts');
  printRows([await benchRunTimeline((await packageVsix()).vsix)]);
}
