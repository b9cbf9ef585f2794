/** Findings as a Code Quality report of GitLab, which shows them in merge requests and next to changed lines. */
import { visible } from '../../common/escape.ts';
import type { Severity } from '../rules/severity.ts';
import type { CheckedFile } from './finding.ts';
import { hash } from './fingerprint.ts';
import { JsonArray } from './json-text.ts';
import type { Report } from './report-writer.ts';

const severities: Readonly<Record<Severity, string>> = {
  error: 'major',
  warning: 'minor',
  information: 'info',
  hint: 'info',
};

/** Writes one array of issues. */
export function gitlabReport(out: (text: string) => void): Report {
  const issues = new JsonArray(out);
  return {
    add(file) {
      for (const issue of issuesOf(file)) issues.add(issue);
    },
    end() {
      issues.end();
      out('\n');
    },
  };
}

/** GitLab shows one issue for each fingerprint, so equal lines of a file are numbered. */
function issuesOf({ file, findings }: CheckedFile): readonly object[] {
  const seen = new Map<string, number>();
  return findings.map(({ fingerprint, code, message, severity, region }) => {
    const before = seen.get(fingerprint) ?? 0;
    seen.set(fingerprint, before + 1);
    return {
      description: visible(message),
      check_name: code,
      fingerprint: hash(`${file}\n${fingerprint}\n${before}`),
      severity: severities[severity],
      location: { path: file, lines: { begin: region.line, end: region.endLine } },
    };
  });
}
