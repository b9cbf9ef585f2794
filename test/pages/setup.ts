/** Runs once before the tests of pages: builds the pages, and installs their browser, which takes longer than a test may. */
import { buildWebviews } from '../../scripts/build.ts';
import { generate } from '../../scripts/generate.ts';
import { ensureChromium } from '../workbench/chromium.ts';

export async function setup(): Promise<void> {
  await generate();
  await buildWebviews();
  ensureChromium();
}
