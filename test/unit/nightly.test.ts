/** End-to-end tests that only run nightly. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const tests = path.join(import.meta.dirname, '..');

test('each nightly test names an existing file that proves the same for each commit', () => {
  const specs = globSync('e2e/specs/*/*.e2e.ts', { cwd: tests });
  const twins = specs.flatMap((file) => {
    const text = readFileSync(path.join(tests, file), 'utf8');
    return [...text.matchAll(/\bnightly\(\s*(?:'[^']*'|"[^"]*"),\s*'([^']+)'/g)].map(([, twin = '']) => twin);
  });
  expect(twins.length).toBeGreaterThan(10);
  expect(twins.filter((twin) => !existsSync(path.join(tests, `${twin}.ts`)))).toEqual([]);
});
