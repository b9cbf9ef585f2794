/** Reports of findings in all formats. */
import type { CheckedFile } from './finding.ts';
import { githubReport } from './report-github.ts';
import { gitlabReport } from './report-gitlab.ts';
import { jsonReport } from './report-json.ts';
import { sarifReport } from './report-sarif.ts';
import { textReport } from './report-text.ts';
import type { Report, ReportOptions } from './report-writer.ts';

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

/** Returns the whole report of a few files. */
export function report(options: ReportOptions, files: readonly CheckedFile[]): string {
  let text = '';
  const whole = openReport(options, (piece) => {
    text += piece;
  });
  for (const file of files) whole.add(file);
  whole.end();
  return text;
}
