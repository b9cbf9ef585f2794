/** Entry point for a web extension host: runs the suites that don't need Node.js. */
import 'mocha/mocha.js';
import { runMocha, testTimeout } from './run-mocha.ts';

export async function run(): Promise<void> {
  mocha.setup({ ui: 'bdd', timeout: testTimeout, reporter: class {} as never });
  // The suites call mocha's globals when they load, so mocha must be loaded first.
  await import('./browser-suites.ts');
  await runMocha(mocha);
}
