/** Runs vitest and reads which tests passed. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { corpusInUse } from '../test/corpus.ts';
import { root, run } from './lib/run.ts';

interface Report {
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly message: string;
    readonly assertionResults: readonly {
      readonly ancestorTitles: readonly string[];
      readonly title: string;
      readonly status: string;
    }[];
  }[];
}

/** Tests of growth, of random and mutated input, and of every action on every file: minutes of work on a busy machine. */
export const slowTests = ['growth', 'fuzz', '*properties'].map((name) => `test/unit/**/${name}.test.ts`);

/**
 * Titles are `file > suite > test`, as docs/spec-coverage.md names them.
 * @param exclude patterns of files to leave out
 */
export async function runUnit(
  exclude: readonly string[] = [],
): Promise<{ passed: number; failed: number; titles: string[] }> {
  console.log(corpusInUse);
  const file = path.join(root, 'out/unit.json');
  const { ok, output } = await run('vitest', [
    'run',
    ...exclude.map((pattern) => `--exclude=${pattern}`),
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${file}`,
  ]);
  if (!ok) console.log(output);
  const report = JSON.parse(readFileSync(file, 'utf8')) as Report;
  const titles: string[] = [];
  // A file that could not even be loaded has no tests to fail.
  let failed = report.testResults.filter(
    (result) => result.status === 'failed' && result.assertionResults.length === 0,
  ).length;
  for (const result of report.testResults) {
    for (const test of result.assertionResults) {
      const name = [
        path.relative(root, result.name).replaceAll(path.sep, '/'),
        ...test.ancestorTitles,
        test.title,
      ].join(' > ');
      if (test.status === 'passed') titles.push(name);
      else if (test.status === 'failed') failed++;
      else console.log(`skipped: ${name}`);
    }
  }
  if (!ok && failed === 0) failed = 1;
  return { passed: titles.length, failed, titles };
}
