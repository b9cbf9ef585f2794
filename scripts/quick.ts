/** `npm run test:quick`: checks and unit tests, without the slow ones and without pages, which need Chromium. */
import { globSync } from 'node:fs';
import { runChecks } from './check.ts';
import { root } from './lib/repository.ts';
import { runUnit, slowTests } from './unit.ts';

const left = globSync(slowTests, { cwd: root });
console.log(`Left to \`npm test\`: ${left.length} files of slow unit tests (${slowTests.join(', ')}).`);
const [checks, unit] = await Promise.all([
  runChecks(),
  runUnit(['--project=unit', ...slowTests.map((pattern) => `--exclude=${pattern}`)]),
]);
const failedChecks = checks.filter((ok) => !ok).length;
console.log(`\n${unit.passed + checks.length - failedChecks} passed, ${unit.failed + failedChecks} failed`);
process.exit(unit.failed + failedChecks === 0 ? 0 : 1);
