/** Findings as a Code Quality report of GitLab, which shows them in merge requests and beside changed lines. */
import { visible } from '../../common/escape.ts';
import type { Severity } from '../rules/severity.ts';
import type { CheckedFile } from './finding.ts';
import { hash } from './fingerprint.ts';
import { jsonText } from './json-text.ts';

const severities: Readonly<Record<Severity, string>> = {
  error: 'major',
  warning: 'minor',
  information: 'info',
  hint: 'info',
};

/** One array of issues. GitLab shows one issue for each fingerprint, so equal lines of a file are numbered. */
export function gitlabReport(files: readonly CheckedFile[]): string {
  const issues = files.flatMap(({ file, findings }) => {
    const seen = new Map<string, number>();
    return findings.map((finding) => {
      const line = finding.fingerprint;
      const before = seen.get(line) ?? 0;
      seen.set(line, before + 1);
      return {
        description: visible(finding.message),
        check_name: finding.code,
        fingerprint: hash(`${file}\n${line}\n${before}`),
        severity: severities[finding.severity],
        location: { path: file, lines: { begin: finding.region.line, end: finding.region.endLine } },
      };
    });
  });
  return jsonText(issues);
}
