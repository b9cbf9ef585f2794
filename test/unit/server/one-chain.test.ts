/** `agents` and `doctor` say the same in each folder in which real agents were asked. */
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { outsideCases, writeCase } from '../../outside/cases.ts';
import { openCase } from '../../outside/compare.ts';
import { TemporaryFolder } from '../../temporary-folder.ts';
import { contradictions } from './both-commands.ts';

test.each(outsideCases().map((each) => [each.title, each] as const))('%s', async (_title, each) => {
  const folder = new TemporaryFolder('both');
  try {
    const folders = writeCase(each, folder.path);
    const environment = new Set(Object.keys(folders.variables));
    const found = await contradictions(await openCase(folders), pathToFileURL(folders.start).href, environment);
    expect(found).toEqual([]);
  } finally {
    folder.remove();
  }
});
