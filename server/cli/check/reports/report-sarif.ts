/** Findings as SARIF 2.1.0, for code scanning services and viewers. */

import { hasSecrets } from '../../../fixes/masked-text.ts';
import { allRules } from '../../../rules/rules-doc.ts';
import type { Severity } from '../../../rules/severity.ts';
import { JsonArray, jsonText } from '../../output/json-text.ts';
import { isAbsoluteName, type Region, type ReportedFinding, type ReportWriter } from '../checked-file.ts';

const levels: Readonly<Record<Severity, string>> = {
  error: 'error',
  warning: 'warning',
  information: 'note',
  hint: 'note',
};

/** Results that GitHub code scanning accepts in a report (its documentation, November 2026). It shows the first 5,000. */
export const githubLimit = 25_000;

/** Writes one run. @param version of this program @param notChecked names of files in the formats of other tools */
export function sarifReport(
  out: (text: string) => void,
  version: string,
  notChecked: readonly string[] = [],
): ReportWriter {
  const driver = { name: 'mcp-config', version, rules: allRules.map(describe) };
  const properties = notChecked.length > 0 && { properties: { notChecked } };
  const about = jsonText({ tool: { driver }, columnKind: 'utf16CodeUnits', ...properties });
  out(`{\n  "$schema": "https://json.schemastore.org/sarif-2.1.0.json",\n  "version": "2.1.0",\n  "runs": [`);
  out(`\n    {\n${indented(about)},\n      "results": `);
  const results = new JsonArray(out, 3);
  const files: string[] = [];
  return {
    add({ file, findings }) {
      files.push(file);
      for (const finding of findings) results.add(resultOf(file, files.length - 1, finding));
    },
    end(isComplete) {
      results.end();
      out(',\n      "artifacts": ');
      const artifacts = new JsonArray(out, 3);
      for (const file of files) artifacts.add({ location: placeOf(file) });
      artifacts.end();
      if (!isComplete) out(',\n      "invocations": [{ "executionSuccessful": false }]');
      out('\n    }\n  ]\n}\n');
    },
  };
}

/** Returns the properties of an object without its braces, indented like those of a run. */
const indented = (json: string): string => json.trimEnd().slice(2, -2).replace(/^/gm, '    ');

function describe({ code, severity, docs }: (typeof allRules)[number]) {
  return {
    id: code,
    shortDescription: { text: docs.title },
    fullDescription: { text: docs.why },
    defaultConfiguration: { level: levels[severity] },
    help: { text: `${docs.why}\n\nWrong:\n${docs.wrong}\n\nRight:\n${docs.right}` },
  };
}

const ruleIndexes = new Map(allRules.map(({ code }, index) => [code, index]));

function resultOf(file: string, index: number, finding: ReportedFinding) {
  const { code, severity, message, region, related, fix, fingerprint, baselineState } = finding;
  const ruleIndex = ruleIndexes.get(code) ?? -1;
  return {
    ruleId: code,
    ...(ruleIndex >= 0 && { ruleIndex }),
    level: levels[severity],
    message: { text: message },
    locations: [{ physicalLocation: { artifactLocation: { ...placeOf(file), index }, region: sarifRegion(region) } }],
    ...(related.length > 0 && {
      relatedLocations: related.map((place) => ({
        physicalLocation: { artifactLocation: placeOf(place.file), region: sarifRegion(place.region) },
        message: { text: place.message },
      })),
    }),
    ...(fix !== undefined &&
      !fix.changes.some(({ text }) => hasSecrets(text)) && {
        fixes: [
          {
            description: { text: fix.title },
            artifactChanges: [
              {
                artifactLocation: { ...placeOf(file), index },
                replacements: fix.changes.map(({ offset, length, text: inserted }) => ({
                  deletedRegion: { charOffset: offset, charLength: length },
                  insertedContent: { text: inserted },
                })),
              },
            ],
          },
        ],
      }),
    ...(baselineState !== undefined && { baselineState }),
    partialFingerprints: { 'lineText/v1': fingerprint },
  };
}

function placeOf(file: string) {
  // Everything is encoded, also a colon: the first segment of a relative reference must not look like a scheme.
  const encoded = file.split('/').map(encodeURIComponent).join('/');
  if (!isAbsoluteName(file)) return { uri: encoded, uriBaseId: 'SRCROOT' };
  return { uri: `file://${encoded.startsWith('/') ? '' : '/'}${encoded.replace(/^([a-z])%3A/i, '$1:')}` };
}

const sarifRegion = ({ line, column, endLine, endColumn }: Region) => ({
  startLine: line,
  startColumn: column,
  endLine,
  endColumn,
});
