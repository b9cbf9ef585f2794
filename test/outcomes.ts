/** Results of tests, in the same form for all tools that run them. */

export interface TestOutcome {
  readonly kind: 'passed' | 'failed' | 'skipped';
  /** Titles of the suites and the test, joined by ` > `. */
  readonly title: string;
  /** Duration in milliseconds. */
  readonly ms: number;
  readonly error?: string;
  /** Steps that passed only because the machine is known to be busy. */
  readonly slow?: readonly string[];
  /** Path of a picture of the workbench when the test failed. */
  readonly screenshot?: string;
}

/** Tests that only newer versions of VS Code can run. */
const expectedSkips = /^VS Code 1\.110\./;

/** Returns the last line of every run, `N passed, N failed`, which scripts read. Names skipped tests: they prove nothing. */
export function total(outcomes: readonly TestOutcome[]): string {
  const count = (kind: TestOutcome['kind']) => outcomes.filter((outcome) => outcome.kind === kind).length;
  const skipped = outcomes.filter(({ kind }) => kind === 'skipped').map(({ title }) => title);
  const names = skipped.length === 0 ? '' : `, ${skipped.length} skipped: ${skipped.join('; ')}`;
  return `${count('passed')} passed, ${count('failed')} failed${names}`;
}

/** True if at least one test ran, and none failed. In CI, false if a test was skipped that the machine should run. */
export function isGreen(outcomes: readonly TestOutcome[]): boolean {
  const isSkipped = ({ kind, title }: TestOutcome) => kind === 'skipped' && !expectedSkips.test(title);
  if (process.env.CI && outcomes.some(isSkipped)) return false;
  return outcomes.some(({ kind }) => kind === 'passed') && outcomes.every(({ kind }) => kind !== 'failed');
}

/** Prints each failed test at once, and every ten seconds how far a suite is. */
export class Progress {
  readonly #name: string;
  readonly #all: TestOutcome[] = [];
  #printed = performance.now();

  constructor(name: string) {
    this.#name = name;
  }

  get outcomes(): readonly TestOutcome[] {
    return this.#all;
  }

  /** @param of how many tests or files there are, as in "12 of 30 files" */
  add(outcome: TestOutcome, of = ''): void {
    this.#all.push(outcome);
    const { kind, title, error = '', screenshot } = outcome;
    if (kind === 'skipped') console.log(`   skipped: ${title}`);
    if (kind === 'failed') {
      console.log(`   ✗ ${title}\n${error.replace(/^/gm, '       ')}`);
      if (screenshot !== undefined) console.log(`       Screenshot: ${screenshot}`);
    }
    if (performance.now() - this.#printed < 10_000) return;
    this.#printed = performance.now();
    console.log(`   ${this.#name}: ${this.#all.length} tests${of === '' ? '' : `, ${of}`} …`);
  }
}

/** Escapes a title for a regular expression. */
export function escapeRegExp(title: string): string {
  return title.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
