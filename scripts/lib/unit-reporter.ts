/** Reports the results of vitest as `scripts/unit.ts` needs them, and prints progress and failures at once. */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Reporter, TestCase, TestModule } from 'vitest/node';
import { Progress, type TestOutcome } from '../../test/outcomes.ts';
import { root } from './repository.ts';

export const unitReportFile = path.join(root, 'out/unit.json');

export default class UnitReporter implements Reporter {
  readonly #progress = new Progress('unit');
  #files = 0;
  #ended = 0;

  onTestRunStart(specifications: readonly unknown[]): void {
    this.#files = specifications.length;
  }

  onTestCaseResult(test: TestCase): void {
    const { state, errors } = test.result();
    if (state === 'pending') return;
    const title = `${test.module.relativeModuleId} > ${test.fullName}`;
    this.#add({ kind: state, title, ms: test.diagnostic()?.duration ?? 0, ...errorOf(errors) });
  }

  onTestModuleEnd(module: TestModule): void {
    this.#ended++;
    // A file that couldn't be loaded.
    if (module.errors().length > 0)
      this.#add({ kind: 'failed', title: module.relativeModuleId, ms: 0, ...errorOf(module.errors()) });
  }

  onTestRunEnd(): void {
    mkdirSync(path.dirname(unitReportFile), { recursive: true });
    writeFileSync(unitReportFile, JSON.stringify(this.#progress.outcomes));
  }

  #add(outcome: TestOutcome): void {
    this.#progress.add(outcome, `${this.#ended} of ${this.#files} files`);
  }
}

interface ErrorLike {
  readonly message: string;
  readonly stack?: string;
  readonly diff?: string;
}

function errorOf(errors: readonly ErrorLike[] = []): { error?: string } {
  const texts = errors.map(({ message, stack, diff }) => [message, diff, stack].filter(Boolean).join('\n'));
  return texts.length > 0 ? { error: texts.join('\n') } : {};
}
