/** Resizes side bars and panels. */
import type { Locator, Page } from 'playwright-core';
import { until } from '../until.ts';

/** Drags the edge of the secondary side bar until the bar has this width, in CSS pixels. */
export function resizeSecondarySideBar(page: Page, width: number): Promise<void> {
  return resize(page, 'auxiliarybar', width);
}

/** Drags the edge of the primary side bar until the bar has this width, in CSS pixels. */
export function resizeSideBar(page: Page, width: number): Promise<void> {
  return resize(page, 'sidebar', width);
}

/** Resizes the window until the panel in its editor has this width, in CSS pixels. */
export async function resizePanel(page: Page, panel: Locator, wanted: number): Promise<void> {
  let before = 0;
  await until(`a panel of ${wanted} px`, async () => {
    const now = await panel.evaluate(() => window.innerWidth);
    if (now === wanted) return true;
    // The layout may follow later; resized again and again, the window would become too narrow.
    if (now === before) return false;
    before = now;
    const { width, height } = page.viewportSize() ?? { width: 1400, height: 900 };
    await page.setViewportSize({ width: width + wanted - now, height });
    return false;
  });
}

async function resize(page: Page, part: 'auxiliarybar' | 'sidebar', width: number): Promise<void> {
  const bar = page.locator(`.part.${part}`);
  await until(`a side bar of ${width} px`, async () => {
    const box = await bar.boundingBox();
    if (!box) return false;
    if (Math.abs(box.width - width) <= 2) return true;
    const sashes = await page.locator('.monaco-sash.vertical:not(.disabled)').all();
    const places = (await Promise.all(sashes.map((sash) => sash.boundingBox()))).filter((place) => place !== null);
    const centers = places.map(({ x, width: thickness }) => x + thickness / 2);
    // The edge next to the editors.
    const [edge, sign] = part === 'sidebar' ? [box.x + box.width, -1] : [box.x, 1];
    const [from] = centers.sort((one, other) => Math.abs(one - edge) - Math.abs(other - edge));
    if (from === undefined) return false;
    const y = box.y + box.height / 2;
    await page.mouse.move(from, y);
    await page.mouse.down();
    await page.mouse.move(from + 5, y, { steps: 3 });
    await page.mouse.move(from + sign * (box.width - width), y, { steps: 5 });
    await page.mouse.up();
    return false;
  });
}
