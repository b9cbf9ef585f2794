/** Runs vitest and reads its results. */
import { readFileSync, rmSync } from 'node:fs';
import { corpusInUse } from '../test/corpus.ts';
import type { SuiteResult } from '../test/second-try.ts';
import { run } from './lib/run.ts';
import { type UnitReport, unitReportFile } from './lib/unit-reporter.ts';

/** Growth, fuzz and property tests: minutes of work on a busy machine. */
export const slowTests = ['growth', 'fuzz', '*properties'].map((name) => `test/unit/**/${name}.test.ts`);

/** Runs the unit tests and the tests of pages. @param args more arguments of vitest */
export async function runUnit(args: readonly string[] = []): Promise<SuiteResult> {
  console.log(corpusInUse);
  rmSync(unitReportFile, { force: true });
  const { ok, output } = await run('vitest', [
    'run',
    ...args,
    '--reporter=default',
    '--reporter=./scripts/lib/unit-reporter.ts',
  ]);
  if (!ok) console.log(output);
  const report = JSON.parse(readFileSync(unitReportFile, 'utf8')) as UnitReport;
  for (const title of report.skipped) console.log(`skipped: ${title}`);
  const failed = report.failed.length > 0 || ok ? report.failed.length : 1;
  return { passed: report.passed.length, failed, titles: report.passed, retried: [] };
}
