/** Entry point for the extension host: runs mocha and writes a report for `run.ts`. */
import { writeFileSync } from 'node:fs';
import type MochaTypes from 'mocha';
import Mocha from 'mocha/lib/mocha.cjs';

import { nodePlatform } from '../../../src/node/platform.ts';
import { usePlatform } from '../../../src/shared/platform.ts';
import type { TestOutcome } from '../../second-try.ts';

// For the modules that suites call directly. The extension has set it for its own bundle.
usePlatform(nodePlatform(''));

export async function run(): Promise<void> {
  const mocha = new Mocha({ ui: 'bdd', color: false, timeout: 60_000, reporter: 'spec' });
  const grep = process.env.SWITCHYARD_TEST_GREP;
  if (grep) mocha.grep(new RegExp(grep));
  // The suites call mocha's globals when they load, so mocha must be loaded first.
  mocha.suite.emit('pre-require', globalThis as unknown as MochaTypes.MochaGlobals, '', mocha);
  await import('./suites.ts');
  const outcomes: TestOutcome[] = [];
  const titleOf = (test: MochaTypes.Runnable) => test.titlePath().join(' > ');
  await new Promise<void>((resolve, reject) => {
    const runner = mocha.run((failures) => {
      const file = process.env.SWITCHYARD_TEST_REPORT;
      if (file) writeFileSync(file, JSON.stringify(outcomes));
      if (failures > 0) reject(new Error(`${failures} failed`));
      else resolve();
    });
    runner.on('pass', (test) => outcomes.push({ kind: 'passed', title: titleOf(test) }));
    runner.on('fail', (test, error) =>
      outcomes.push({ kind: 'failed', title: titleOf(test), error: String(error?.stack ?? error) }),
    );
  });
}
