/** Results of tests, in the same form for all tools that run them. */

export interface TestOutcome {
  readonly kind: 'passed' | 'failed' | 'skipped';
  /** Titles of the suites and the test, joined by ` > `. */
  readonly title: string;
  /** Duration in milliseconds. */
  readonly ms: number;
  readonly error?: string;
  /** Path of a picture of the workbench when the test failed. */
  readonly screenshot?: string;
}

/** Returns the last line of every run, `N passed, N failed`, which scripts read. */
export function total(outcomes: readonly TestOutcome[]): string {
  const count = (kind: TestOutcome['kind']) => outcomes.filter((outcome) => outcome.kind === kind).length;
  return `${count('passed')} passed, ${count('failed')} failed`;
}

/** True if at least one test ran, and none failed. */
export function isGreen(outcomes: readonly TestOutcome[]): boolean {
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
