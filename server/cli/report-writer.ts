/** A report of findings, written file by file, so that memory doesn't grow with the number of findings. */
import type { ReportFormat } from './arguments.ts';
import type { Paint } from './color.ts';
import type { CheckedFile } from './finding.ts';
import type { SarifLimits } from './sarif-limits.ts';

export interface Report {
  add(file: CheckedFile): void;
  end(): void;
}

export interface ReportOptions {
  readonly format: ReportFormat;
  /** Version of this program, for SARIF. */
  readonly version: string;
  /** For the text format. */
  readonly paint: Paint;
  /** The part of all files that is reported: `2/3`. */
  readonly shard?: string | undefined;
  /** SARIF: continues in another file. Absent if the output can't be split. */
  readonly nextFile?: (() => void) | undefined;
  /** SARIF: limits of the service. Default: GitHub's. */
  readonly limits?: SarifLimits | undefined;
  /** SARIF: called at the end. `isTooLarge`: GitHub doesn't accept the last file. */
  readonly onDidEnd?: ((report: { readonly runs: number; readonly isTooLarge: boolean }) => void) | undefined;
}
