import type { ReportFormat } from './arguments.ts';
import type { Paint } from './color.ts';
import type { CheckedFile } from './finding.ts';
import { githubReport } from './report-github.ts';
import { gitlabReport } from './report-gitlab.ts';
import { jsonReport } from './report-json.ts';
import { sarifReport } from './report-sarif.ts';
import { textReport } from './report-text.ts';

/** @param version of this program, which SARIF names @param paint for the format that people read */
export function report(format: ReportFormat, files: readonly CheckedFile[], version: string, paint: Paint): string {
  switch (format) {
    case 'text':
      return textReport(files, paint);
    case 'json':
      return jsonReport(files);
    case 'github':
      return githubReport(files);
    case 'gitlab':
      return gitlabReport(files);
    case 'sarif':
      return sarifReport(files, version);
  }
}
