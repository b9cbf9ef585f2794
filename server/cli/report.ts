import type { ReportFormat } from './arguments.ts';
import type { CheckedFile } from './finding.ts';
import { githubReport } from './report-github.ts';
import { jsonReport } from './report-json.ts';
import { sarifReport } from './report-sarif.ts';
import { textReport } from './report-text.ts';

/** @param version of this program, which SARIF names */
export function report(format: ReportFormat, files: readonly CheckedFile[], version: string): string {
  switch (format) {
    case 'text':
      return textReport(files);
    case 'json':
      return jsonReport(files);
    case 'github':
      return githubReport(files);
    case 'sarif':
      return sarifReport(files, version);
  }
}
