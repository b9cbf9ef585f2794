/** Findings of an earlier report, which a new report omits. */
import { remembered } from '../../common/remembered.ts';
import type { CheckedFile, ReportedFinding } from './checked-file.ts';

/** Number of findings in a file, by fingerprint. */
type Counts = Map<string, number>;

export class Baseline {
  readonly #files = new Map<string, Counts>();
  readonly #checked = new Set<string>();
  /** Number of findings that are also in the baseline. */
  unchanged = 0;

  /** @param file name of the file in reports */
  add(file: string, fingerprint: string): void {
    const counts = remembered(this.#files, file, () => new Map());
    counts.set(fingerprint, (counts.get(fingerprint) ?? 0) + 1);
  }

  /** Adds the baseline state to each finding. Of equal findings, only as many as in the baseline are unchanged. */
  compare({ file, findings }: CheckedFile): CheckedFile {
    const counts = this.#files.get(file);
    this.#checked.add(file);
    const compared = findings.map((finding): ReportedFinding => {
      const left = counts?.get(finding.fingerprint) ?? 0;
      if (left === 0) return { ...finding, baselineState: 'new' };
      counts?.set(finding.fingerprint, left - 1);
      this.unchanged++;
      return { ...finding, baselineState: 'unchanged' };
    });
    return { file, findings: compared };
  }

  /**
   * Returns the number of baseline findings that no longer occur, in files that were checked or deleted.
   * @param exists returns false if a file was deleted
   */
  gone(exists: (file: string) => boolean): number {
    let gone = 0;
    for (const [file, counts] of this.#files)
      if (this.#checked.has(file) || !exists(file)) for (const count of counts.values()) gone += count;
    return gone;
  }
}

/** Returns only the findings that aren't in the baseline. */
export function newFindings({ file, findings }: CheckedFile): CheckedFile {
  return { file, findings: findings.filter(({ baselineState }) => baselineState !== 'unchanged') };
}
