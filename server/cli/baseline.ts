/** Findings of an earlier report, which a new one leaves out. */
import type { CheckedFile, Finding } from './finding.ts';

/** How often each fingerprint is in a file. */
type Counts = Map<string, number>;

export class Baseline {
  readonly #files = new Map<string, Counts>();
  readonly #checked = new Set<string>();
  /** Findings that were in the baseline too. */
  unchanged = 0;

  /** @param file as a report names it */
  add(file: string, fingerprint: string): void {
    let counts = this.#files.get(file);
    if (counts === undefined) {
      counts = new Map();
      this.#files.set(file, counts);
    }
    counts.set(fingerprint, (counts.get(fingerprint) ?? 0) + 1);
  }

  /** The file with the state of each finding. Of equal findings, as many are unchanged as the baseline has. */
  compare({ file, findings }: CheckedFile): CheckedFile {
    const counts = this.#files.get(file);
    this.#checked.add(file);
    const compared = findings.map((finding): Finding => {
      const left = counts?.get(finding.fingerprint) ?? 0;
      if (left === 0) return { ...finding, baselineState: 'new' };
      counts?.set(finding.fingerprint, left - 1);
      this.unchanged++;
      return { ...finding, baselineState: 'unchanged' };
    });
    return { file, findings: compared };
  }

  /**
   * How many findings of the baseline are no more: those of files that were checked, and of files that are gone.
   * @param exists false if a file is gone
   */
  gone(exists: (file: string) => boolean): number {
    let gone = 0;
    for (const [file, counts] of this.#files)
      if (this.#checked.has(file) || !exists(file)) for (const count of counts.values()) gone += count;
    return gone;
  }
}

/** Without what the baseline has. */
export function newFindings({ file, findings }: CheckedFile): CheckedFile {
  return { file, findings: findings.filter(({ baselineState }) => baselineState !== 'unchanged') };
}
