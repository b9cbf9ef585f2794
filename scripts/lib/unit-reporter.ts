/** Reports to `scripts/unit.ts` how each test of vitest ended. */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Reporter, TestModule } from 'vitest/node';
import { root } from './repository.ts';

export const unitReportFile = path.join(root, 'out/unit.json');

export interface UnitReport {
  /** Titles are `file > suite > test`, as docs/spec-coverage.md names them. */
  readonly passed: readonly string[];
  /** Failed tests, and files that failed to load. */
  readonly failed: readonly string[];
  readonly skipped: readonly string[];
}

export default class UnitReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const report = { passed: [], failed: [], skipped: [] } as Record<keyof UnitReport, string[]>;
    for (const module of modules) {
      const tests = [...module.children.allTests()];
      if (tests.length === 0 && module.state() === 'failed') report.failed.push(module.relativeModuleId);
      for (const test of tests) {
        const title = `${module.relativeModuleId} > ${test.fullName}`;
        const { state } = test.result();
        if (state !== 'pending') report[state].push(title);
      }
    }
    mkdirSync(path.dirname(unitReportFile), { recursive: true });
    writeFileSync(unitReportFile, JSON.stringify(report));
  }
}
