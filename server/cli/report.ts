/** Reports of findings, written file by file, so that memory doesn't grow with the number of findings. */
import type { ReportFormat } from './arguments.ts';
import type { Paint } from './color.ts';
import type { CheckedFile } from './finding.ts';
import { githubReport } from './report-github.ts';
import { gitlabReport } from './report-gitlab.ts';
import { jsonReport } from './report-json.ts';
import { sarifReport } from './report-sarif.ts';
import { textReport } from './report-text.ts';

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
  /** SARIF: called at the end. `isTooLarge`: GitHub doesn't accept the last file. */
  readonly onDidEnd?: ((report: { readonly runs: number; readonly isTooLarge: boolean }) => void) | undefined;
}

/** @param out receives the report in pieces */
export function openReport(options: ReportOptions, out: (text: string) => void): Report {
  switch (options.format) {
    case 'text':
      return textReport(out, options.paint);
    case 'json':
      return jsonReport(out);
    case 'github':
      return githubReport(out);
    case 'gitlab':
      return gitlabReport(out);
    case 'sarif':
      return sarifReport(out, options);
  }
}

/** The whole report of a few files. */
export function report(options: ReportOptions, files: readonly CheckedFile[]): string {
  let text = '';
  const whole = openReport(options, (piece) => {
    text += piece;
  });
  for (const file of files) whole.add(file);
  whole.end();
  return text;
}
