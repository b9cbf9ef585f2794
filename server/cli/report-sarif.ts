/** Findings as SARIF 2.1.0, for code scanning services and viewers. */
import { allRules } from '../rules/rules-doc.ts';
import type { Severity } from '../rules/severity.ts';
import type { CheckedFile, Finding, Region } from './finding.ts';
import { jsonText } from './json-text.ts';

const levels: Readonly<Record<Severity, string>> = {
  error: 'error',
  warning: 'warning',
  information: 'note',
  hint: 'note',
};

/** @param version of this program */
export function sarifReport(files: readonly CheckedFile[], version: string): string {
  const log = {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'mcp-config', version, rules: allRules.map(describe) } },
        columnKind: 'utf16CodeUnits',
        artifacts: files.map(({ file }) => ({ location: placeOf(file) })),
        results: files.flatMap(resultsOf),
      },
    ],
  };
  return jsonText(log);
}

function describe({ code, severity, docs }: (typeof allRules)[number]) {
  return {
    id: code,
    shortDescription: { text: docs.title },
    fullDescription: { text: docs.why },
    defaultConfiguration: { level: levels[severity] },
    help: { text: `${docs.why}\n\nWrong:\n${docs.wrong}\n\nRight:\n${docs.right}` },
  };
}

function resultsOf({ file, findings }: CheckedFile, index: number) {
  return findings.map((finding) => resultOf(file, index, finding));
}

function resultOf(file: string, index: number, finding: Finding) {
  const { code, severity, message, region, related, fix, fingerprint } = finding;
  const ruleIndex = allRules.findIndex((rule) => rule.code === code);
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
    ...(fix !== undefined && {
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
    partialFingerprints: { 'lineText/v1': fingerprint },
  };
}

function placeOf(file: string) {
  const absolute = /^(?:\/|[a-z]:\/)/i.test(file);
  const encoded = file
    .split('/')
    .map(encodeURIComponent)
    .join('/')
    .replace(/^([a-z])%3A/i, '$1:');
  if (!absolute) return { uri: encoded, uriBaseId: 'SRCROOT' };
  return { uri: `file://${encoded.startsWith('/') ? '' : '/'}${encoded}` };
}

const sarifRegion = ({ line, column, endLine, endColumn }: Region) => ({
  startLine: line,
  startColumn: column,
  endLine,
  endColumn,
});
