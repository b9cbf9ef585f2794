/** The notations of fixtures: someone who opens one knows how to read it. */
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { groupBy } from '../../common/group-by.ts';

const fixtures = path.join(import.meta.dirname, '../fixtures');

test('each fixture says in its first line how to read it, and those of a folder in the same words', () => {
  const files = globSync('**/*.txt', { cwd: fixtures });
  const firstLines = files.map((file) => ({
    folder: path.dirname(file),
    legend: readFileSync(path.join(fixtures, file), 'utf8').split('\n', 1)[0] ?? '',
  }));
  for (const [folder, all] of groupBy(firstLines, (each) => each.folder)) {
    const legends = new Set(all.map(({ legend }) => legend));
    for (const legend of legends) expect(legend, folder).toMatch(/^(?:# |[A-Z`]).{40,}$/);
    if (folder !== '.' && folder !== 'outside') expect([...legends], folder).toHaveLength(1);
  }
});
