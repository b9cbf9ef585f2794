/** Runs all static checks of the code. Usage: `npm run check`. */
import { isGreen, type TestOutcome } from '../test/outcomes.ts';
import { generate, verifyGenerated } from './generate.ts';
import { run } from './lib/run.ts';

/** The compiler in Go: it takes a tenth of the time. The generators need the API of `typescript`, which it has not. */
const types = (project: string) => [process.execPath, 'node_modules/typescript-7/bin/tsc', '-p', project] as const;

const checks: readonly (readonly [name: string, program: string, ...args: string[]])[] = [
  ['types of the extension host', ...types('tsconfig.json')],
  ['types of the browser build', ...types('src/web')],
  ['types of the chat panel', ...types('src/service/chat/webview')],
  ['types of the run panels', ...types('src/service/panels/webview')],
  ['types of the agents panel', ...types('src/config/servers/webview')],
  ['types of the language server', ...types('server')],
  ['types of tests and scripts', ...types('test')],
  ['lint and format', 'biome', 'ci', '--error-on-warnings', '--colors=off', '.'],
  [
    'imports run downwards only',
    'depcruise',
    '--config',
    '.dependency-cruiser.cjs',
    'src',
    'server',
    'test',
    'scripts',
  ],
  ['no unused file, export or package', 'knip', '--no-progress'],
  ['no regular expression that backtracks', process.execPath, 'scripts/check-expressions.ts'],
  ['the API description', 'redocly', 'lint', '--config', 'redocly.yaml', 'schemas/api.openapi.yaml'],
];

/**
 * Runs all checks, two at a time, and prints the output of failed ones. Writes nothing: tests may run at the same time.
 * The generated files must exist.
 * @param isNightly also analyzes the regular expressions that are known to be linear
 */
export async function runChecks(isNightly = false): Promise<readonly TestOutcome[]> {
  const waiting = checks.map((one) =>
    isNightly && one.includes('scripts/check-expressions.ts') ? ([...one, '--all'] as const) : one,
  );
  const outcomes: TestOutcome[] = [];
  const record = (name: string, start: number, problem?: string) => {
    console.log(problem === undefined ? `   ✓ ${name}` : `   ✗ ${name}\n${problem}`);
    outcomes.push({ kind: problem === undefined ? 'passed' : 'failed', title: name, ms: performance.now() - start });
  };
  const compare = async () => {
    const start = performance.now();
    const problem = await verifyGenerated().then(
      () => undefined,
      (error: unknown) => String(error),
    );
    record('generated files are up to date', start, problem);
  };
  const worker = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [name, program, ...args] = next;
      const start = performance.now();
      const { ok, output } = await run(program, args);
      record(name, start, ok ? undefined : output);
    }
  };
  await Promise.all([compare(), worker(), worker()]);
  return outcomes;
}

if (import.meta.main) {
  await generate();
  process.exit(isGreen(await runChecks()) ? 0 : 1);
}
