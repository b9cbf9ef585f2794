/**
 * `npm test`: runs all suites, from fast to slow, even if an earlier one failed. Ends with one line for all of them,
 * `N passed, N failed`. `npm run test:all` adds what needs longer and rarely fails alone: screenshots, themes, languages,
 * and every test on the oldest VS Code.
 */
import { runE2e } from '../test/e2e/run.ts';
import { runHosts, runInBrowser } from '../test/workbench/run.ts';
import { runChecks } from './check.ts';
import { run } from './lib/run.ts';
import { type Packed, packageVsix } from './package.ts';
import { printSizes } from './sizes.ts';
import { checkSpecCoverage } from './spec-coverage.ts';
import { runUnit } from './unit.ts';

interface Tally {
  readonly passed: number;
  readonly failed: number;
  /** Full titles of the tests that passed. */
  readonly titles?: readonly string[];
  /** Full titles of the tests that ran a second time, passed or not. */
  readonly retried?: readonly string[];
}

const isAll = process.argv.includes('--all');
let passed = 0;
let failed = 0;
const titles = new Set<string>();
const retried: string[] = [];

async function suite(name: string, body: () => Promise<Tally>): Promise<void> {
  const start = performance.now();
  console.log(`\n── ${name}`);
  let tally: Tally;
  try {
    tally = await body();
  } catch (error) {
    console.error(error);
    tally = { passed: 0, failed: 1 };
  }
  passed += tally.passed;
  failed += tally.failed;
  for (const title of tally.titles ?? []) titles.add(title);
  retried.push(...(tally.retried ?? []));
  console.log(
    `   ${name}: ${tally.passed} passed, ${tally.failed} failed, ${((performance.now() - start) / 1000).toFixed(0)} s`,
  );
}

const count = (outcomes: readonly boolean[]): Tally => ({
  passed: outcomes.filter(Boolean).length,
  failed: outcomes.filter((ok) => !ok).length,
});

/** Runs in a separate process: it blocks while npm works, and the workbench tests need the service in this process. */
async function runEditors(): Promise<Tally> {
  const { output } = await run(process.execPath, ['test/editors/run.ts']);
  console.log(output);
  const [, done, lost] = /(\d+) passed, (\d+) failed\s*$/.exec(output) ?? [];
  return done === undefined || lost === undefined
    ? { passed: 0, failed: 1 }
    : { passed: Number(done), failed: Number(lost) };
}

let packed: Packed | undefined;
const vsix = () => {
  if (!packed) throw new Error('There is no packed extension to test.');
  return packed.vsix;
};

await suite('checks', async () => count(await runChecks()));
await suite('unit', runUnit);
await suite('package', async () => {
  packed = await packageVsix();
  printSizes(packed.sizes);
  return count(packed.sizes.map(({ size, budget }) => size <= budget));
});
// The first suite mostly waits for npm.
await Promise.all([
  suite('npm package and Neovim', runEditors),
  suite('workbench, newest and oldest VS Code', () => runHosts(vsix(), isAll ? {} : { essential: ['oldest'] })),
]);
await suite('config, in a web extension host', () => runInBrowser(vsix()));
await suite('end to end', () => runE2e(vsix(), { isVisual: isAll }));
await suite('spec coverage', async () => count(checkSpecCoverage(titles)));

// Each of these is a defect to fix, even if the second try passed.
console.log(
  retried.length === 0 ? '\nNo test needed a second try.' : `\nNeeded a second try:\n  ${retried.join('\n  ')}`,
);
console.log(`\n${passed} passed, ${failed} failed`);
process.exit(failed === 0 && passed > 0 ? 0 : 1);
