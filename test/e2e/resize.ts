import type { Page } from 'playwright-core';
import { until } from '../until.ts';

/** Drags the edge of the secondary side bar until the bar has this width, in CSS pixels. */
export async function resizeSecondarySideBar(page: Page, width: number): Promise<void> {
  const bar = page.locator('.part.auxiliarybar');
  await until(`a side bar of ${width} px`, async () => {
    const box = await bar.boundingBox();
    if (!box) return false;
    if (Math.abs(box.width - width) <= 2) return true;
    const sashes = await page.locator('.monaco-sash.vertical:not(.disabled)').all();
    const places = (await Promise.all(sashes.map((sash) => sash.boundingBox()))).filter((place) => place !== null);
    const centers = places.map(({ x, width: thickness }) => x + thickness / 2);
    const [from] = centers.sort((one, other) => Math.abs(one - box.x) - Math.abs(other - box.x));
    if (from === undefined) return false;
    const y = box.y + box.height / 2;
    await page.mouse.move(from, y);
    await page.mouse.down();
    await page.mouse.move(from + 5, y, { steps: 3 });
    await page.mouse.move(from + box.width - width, y, { steps: 5 });
    await page.mouse.up();
    return false;
  });
}
