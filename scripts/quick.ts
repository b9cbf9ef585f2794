/** `npm run test:quick`: checks and unit tests, without the slow ones and without pages, which need Chromium. */
import { globSync } from 'node:fs';
import { isGreen, total } from '../test/outcomes.ts';
import { runChecks } from './check.ts';
import { generate } from './generate.ts';
import { root } from './lib/repository.ts';
import { runUnit, slowTests } from './unit.ts';

const left = globSync(slowTests, { cwd: root });
console.log(`Left to \`npm test\`: ${left.length} files of slow unit tests (${slowTests.join(', ')}).`);
await generate();
const unit = runUnit(['--project=unit', '--project=isolated'], slowTests);
const outcomes = [...(await runChecks()), ...(await unit)];
console.log(`\n${total(outcomes)}`);
process.exit(isGreen(outcomes) ? 0 : 1);
