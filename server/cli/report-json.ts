/** Findings as JSON for programs: one array with stable property names. */
import { JsonArray } from './json-text.ts';
import type { Report } from './report-writer.ts';

export function jsonReport(out: (text: string) => void): Report {
  const files = new JsonArray(out);
  return {
    add({ file, findings }) {
      files.add({
        file,
        findings: findings.map(({ region, fix, ...finding }) => ({
          ...finding,
          ...region,
          ...(fix && { fix: fix.title }),
        })),
      });
    },
    end() {
      files.end();
      out('\n');
    },
  };
}
