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
  /** Of this program, which SARIF names. */
  readonly version: string;
  /** For the format that people read. */
  readonly paint: Paint;
  /** Which part of all files this is: `2/3`. */
  readonly shard?: string | undefined;
  /** SARIF: what follows is written to another file. Absent: everything has to be one file. */
  readonly nextFile?: (() => void) | undefined;
  /** SARIF: what a service accepts; absent: what GitHub accepts. */
  readonly limits?: SarifLimits | undefined;
  /** SARIF: called at the end. `isTooLarge`: GitHub doesn't accept the last file. */
  readonly onDidEnd?: ((report: { readonly runs: number; readonly isTooLarge: boolean }) => void) | undefined;
}
