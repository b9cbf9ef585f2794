/** Runs once before the tests of pages: builds the pages. */
import { buildWebviews } from '../../scripts/build.ts';
import { generate } from '../../scripts/generate.ts';

export async function setup(): Promise<void> {
  await generate();
  await buildWebviews();
}
