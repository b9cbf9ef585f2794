/** Entry point for the extension host in Node.js: runs all suites. */
import type MochaTypes from 'mocha';
import Mocha from 'mocha/lib/mocha.cjs';

import { nodePlatform } from '../../../src/node/platform.ts';
import { usePlatform } from '../../../src/shared/platform.ts';
import { runMocha, testTimeout } from './run-mocha.ts';

// For the modules that suites call directly. The extension has set it for its own bundle.
usePlatform(nodePlatform(''));

export async function run(): Promise<void> {
  const mocha = new Mocha({ ui: 'bdd', color: false, timeout: testTimeout, reporter: 'spec' });
  const grep = process.env.SWITCHYARD_TEST_GREP;
  if (grep) mocha.grep(new RegExp(grep));
  // The suites call mocha's globals when they load, so mocha must be loaded first.
  mocha.suite.emit('pre-require', globalThis as unknown as MochaTypes.MochaGlobals, '', mocha);
  await import('./suites.ts');
  if (process.env.SWITCHYARD_TEST_REVERSE === 'true') reverse(mocha.suite);
  await runMocha(mocha);
}

/** Runs all tests in the opposite order: one that depends on an earlier test fails. */
function reverse(suite: MochaTypes.Suite): void {
  suite.tests.reverse();
  suite.suites.reverse();
  for (const inner of suite.suites) reverse(inner);
}
