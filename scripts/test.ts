/**
 * `npm test`: runs all suites, even if an earlier one failed. Ends with one line for all of them, `N passed, N failed`.
 * `npm run test:all` adds what needs longer and rarely fails alone: languages, the look of VS Code, and the oldest VS
 * Code. After a run in which everything passed, `npm test` leaves out the parts that the changes since then can't affect,
 * except in CI; `-- --whole` runs all. `-- --only <path or words>` runs only the tests in this file, or with these words in their titles.
 */
import { runE2e } from '../test/e2e/run.ts';
import { isGreen, type TestOutcome, total } from '../test/outcomes.ts';
import { runHosts, runInBrowser } from '../test/workbench/run.ts';
import { runChecks } from './check.ts';
import { generate } from './generate.ts';
import { select } from './lib/only.ts';
import { run } from './lib/run.ts';
import { changedSinceGreen, recordGreen, unaffected } from './lib/selection.ts';
import { type Packed, packageVsix } from './package.ts';
import { printSizes } from './sizes.ts';
import { checkSpecCoverage } from './spec-coverage.ts';
import { nightlyTests, runUnit } from './unit.ts';

const SLOWEST = 10;

const onlyAt = process.argv.indexOf('--only');
const only = onlyAt < 0 ? undefined : (process.argv[onlyAt + 1] ?? '');
const start = performance.now();
const all: TestOutcome[] = [];

const seconds = (ms: number) => `${(ms / 1000).toFixed(ms < 10_000 ? 1 : 0)} s`;

async function suite(name: string, body: () => Promise<readonly TestOutcome[]>): Promise<void> {
  const begin = performance.now();
  console.log(`\n── ${name}`);
  const failed: TestOutcome = { kind: 'failed', title: name, ms: 0 };
  const ran = await body().catch((error: unknown): readonly TestOutcome[] => {
    console.error(error);
    return [failed];
  });
  const outcomes = ran.length === 0 && only === undefined ? [failed] : ran;
  all.push(...outcomes);
  console.log(`   ${name}: ${total(outcomes)}, ${seconds(performance.now() - begin)}`);
}

/** Runs in a separate process: it blocks while npm works, and the workbench tests need the service in this process. */
async function runEditors(): Promise<readonly TestOutcome[]> {
  const { ok, output } = await run(process.execPath, ['test/editors/run.ts']);
  console.log(output.trimEnd());
  const lines = [...output.matchAll(/^ {3}([✓✗○]) (.*)$/gm)];
  const kinds: Readonly<Record<string, TestOutcome['kind']>> = { '✓': 'passed', '✗': 'failed', '○': 'skipped' };
  const outcomes = lines.map(([, mark = '', title = '']): TestOutcome => {
    return { kind: kinds[mark] ?? 'failed', title, ms: 0 };
  });
  return ok || outcomes.some(({ kind }) => kind === 'failed')
    ? outcomes
    : [...outcomes, { kind: 'failed', title: 'editors', ms: 0 }];
}

let packed: Packed | undefined;
const product = () => {
  if (packed === undefined) throw new Error('There is no packed extension to test.');
  return packed;
};
const vsix = () => product().vsix;

async function packAndMeasure(): Promise<readonly TestOutcome[]> {
  packed = await packageVsix();
  const { sizes } = packed;
  printSizes(sizes);
  return sizes.map(({ name, size, budget }) => ({ kind: size <= budget ? 'passed' : 'failed', title: name, ms: 0 }));
}

async function runAll(isNightly: boolean): Promise<void> {
  // All random inputs, and new ones.
  if (isNightly) process.env.SWITCHYARD_FUZZ ??= '10000';
  if (isNightly) process.env.SWITCHYARD_SEEDS ??= '40';
  await suite('package', packAndMeasure);
  const changed = isNightly || process.argv.includes('--whole') ? undefined : changedSinceGreen();
  const left = changed === undefined ? [] : unaffected(changed, product().metafiles);
  if (left.length > 0)
    console.log(
      `\nLeft out: ${left.join('; ')}, because nothing they load has changed since the last whole green run.`,
    );
  const fast = async () => {
    await suite('checks', () => runChecks(isNightly));
    await suite('unit', () => runUnit([], isNightly ? [] : nightlyTests));
  };
  // They mostly wait: for timers of the editor, and for npm.
  const waiting = async () => {
    await suite('workbench', () => runHosts(vsix(), {}, isNightly ? undefined : ['newest']));
    if (!left.includes('npm package and Neovim')) await suite('npm package and Neovim', runEditors);
    await suite('config, in a web extension host', () => runInBrowser(vsix()));
  };
  const parts = [fast(), waiting()];
  const ended = Promise.all(parts);
  // The first workbench replaces the part that ends first, so that no processor is idle.
  await Promise.race(parts);
  const without = left.includes('end to end, signed in') ? ['signed-in'] : [];
  await suite('end to end', () => runE2e(vsix(), { isVisual: isNightly, without, othersAfter: ended }));
  await ended;
  await suite('spec coverage', async () => checkSpecCoverage(all));
  if (left.length === 0 && isGreen(all)) recordGreen();
}

async function runOnly(words: string): Promise<void> {
  const { unit, workbench, e2e } = select(words);
  if (unit) await suite('unit', () => runUnit(unit));
  if (workbench !== undefined || e2e) await suite('package', packAndMeasure);
  if (workbench !== undefined) await suite('workbench', () => runHosts(vsix(), { grep: workbench }, ['newest']));
  if (e2e) await suite('end to end', () => runE2e(vsix(), e2e));
}

// Once, before anything reads them.
await generate();
if (only === undefined) await runAll(process.argv.includes('--all'));
else await runOnly(only);

console.log('\nSlowest tests:');
for (const { title, ms } of [...all].sort((a, b) => b.ms - a.ms).slice(0, SLOWEST))
  console.log(`${seconds(ms).padStart(8)}  ${title}`);
const slow = all.flatMap(({ slow: steps = [], title }) => steps.map((step) => `   ${title}: ${step}`));
if (slow.length > 0) console.log(`\nSteps that took too long for an idle machine:\n${slow.join('\n')}`);
const failed = all.filter(({ kind }) => kind === 'failed');
if (failed.length > 0) console.log(`\nFailed:\n${failed.map(({ title }) => `   ✗ ${title}`).join('\n')}`);
console.log(`\nIn ${seconds(performance.now() - start)}:\n${total(all)}`);
process.exit(isGreen(all) ? 0 : 1);
