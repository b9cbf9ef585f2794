/** The entry that the extension host calls: runs mocha and writes a report that the outer runner reads. */
import { writeFileSync } from 'node:fs';
import type MochaTypes from 'mocha';
import Mocha from 'mocha/lib/mocha.cjs';

export async function run(): Promise<void> {
  const mocha = new Mocha({ ui: 'bdd', color: false, timeout: 60_000, retries: 1, reporter: 'spec' });
  const grep = process.env.SWITCHYARD_TEST_GREP;
  if (grep) mocha.grep(grep);
  // The suites call mocha's globals when they are loaded, so they come after it.
  mocha.suite.emit('pre-require', globalThis as unknown as MochaTypes.MochaGlobals, '', mocha);
  await import('./suites.ts');
  const tests: { title: string; ok: boolean; error?: string }[] = [];
  const retried: { title: string; error: string }[] = [];
  await new Promise<void>((resolve, reject) => {
    const runner = mocha.run((failures) => {
      const file = process.env.SWITCHYARD_TEST_REPORT;
      if (file) writeFileSync(file, JSON.stringify({ stats: runner.stats, tests, retried }));
      if (failures > 0) reject(new Error(`${failures} failed`));
      else resolve();
    });
    runner.on('pass', (test) => tests.push({ title: test.titlePath().join(' > '), ok: true }));
    runner.on('retry', (test, error) =>
      retried.push({ title: test.titlePath().join(' > '), error: String(error?.stack ?? error) }),
    );
    runner.on('fail', (test, error) =>
      tests.push({ title: test.titlePath().join(' > '), ok: false, error: String(error?.stack ?? error) }),
    );
  });
}
