/** Findings for programs: one array, stable names, nothing left out. */
import type { CheckedFile } from './finding.ts';
import { jsonText } from './json-text.ts';

export function jsonReport(files: readonly CheckedFile[]): string {
  const report = files.map(({ file, findings }) => ({
    file,
    findings: findings.map(({ region, fix, ...finding }) => ({
      ...finding,
      ...region,
      ...(fix && { fix: fix.title }),
    })),
  }));
  return jsonText(report);
}
