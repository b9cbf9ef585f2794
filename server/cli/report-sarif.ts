/** Findings as SARIF 2.1.0, for code scanning services and viewers. */
import { allRules } from '../rules/rules-doc.ts';
import type { Severity } from '../rules/severity.ts';
import { type CheckedFile, type Finding, isAbsoluteName, type Region, type Report } from './finding.ts';
import { JsonArray, jsonText } from './json-text.ts';
import { CompressedSize, githubLimits, type SarifLimits } from './sarif-limits.ts';

const levels: Readonly<Record<Severity, string>> = {
  error: 'error',
  warning: 'warning',
  information: 'note',
  hint: 'note',
};

export interface SarifOptions {
  /** Version of this program. */
  readonly version: string;
  /** The part of all files that is reported: `2/3`. */
  readonly shard?: string | undefined;
  /** Continues in another file. Absent if the output can't be split. */
  readonly nextFile?: (() => void) | undefined;
  /** Limits of the service. Default: GitHub's. */
  readonly limits?: SarifLimits | undefined;
  /** Called at the end. `isTooLarge`: GitHub doesn't accept the last file. */
  readonly onDidEnd?: ((report: { readonly runs: number; readonly isTooLarge: boolean }) => void) | undefined;
}

/**
 * Writes runs with at most as many results as GitHub accepts. Each has its own `automationDetails.id`, because GitHub
 * accepts one run per tool and category.
 */
export class SarifReport implements Report {
  readonly #out: (text: string) => void;
  readonly #options: SarifOptions;
  readonly #driver: string;
  readonly #limits: SarifLimits;
  #size: CompressedSize;
  #runs = 0;
  #runsInFile = 0;
  #results: JsonArray | undefined;
  #resultsInRun = 0;
  #artifacts: string[] = [];

  constructor(out: (text: string) => void, options: SarifOptions) {
    this.#options = options;
    this.#limits = options.limits ?? githubLimits;
    this.#size = new CompressedSize(this.#limits);
    this.#out = (text) => {
      this.#size.add(text);
      out(text);
    };
    const driver = { name: 'mcp-config', version: options.version, rules: allRules.map(describe) };
    this.#driver = jsonText({ tool: { driver }, columnKind: 'utf16CodeUnits' });
    this.#beginFile();
  }

  add({ file, findings }: CheckedFile): void {
    this.#artifacts.push(file);
    for (const finding of findings) {
      if (this.#isFull()) {
        this.#endRun();
        if (this.#options.nextFile !== undefined && this.#isFileFull()) {
          this.#endFile();
          this.#options.nextFile();
          this.#beginFile();
        } else this.#beginRun();
        this.#artifacts.push(file);
      }
      this.#results?.add(resultOf(file, this.#artifacts.length - 1, finding));
      this.#resultsInRun++;
    }
  }

  end(): void {
    this.#endRun();
    this.#endFile();
    this.#options.onDidEnd?.({ runs: this.#runs, isTooLarge: this.#size.isOverLimit });
  }

  #isFull(): boolean {
    return (
      this.#resultsInRun === this.#limits.results || (this.#options.nextFile !== undefined && this.#size.isNearLimit)
    );
  }

  #isFileFull(): boolean {
    return this.#runsInFile === this.#limits.runs || this.#size.isNearLimit;
  }

  #beginFile(): void {
    this.#size = new CompressedSize(this.#limits);
    this.#runsInFile = 0;
    this.#out(`{\n  "$schema": "https://json.schemastore.org/sarif-2.1.0.json",\n  "version": "2.1.0",\n  "runs": [`);
    this.#beginRun();
  }

  #endFile(): void {
    this.#out('\n  ]\n}\n');
  }

  #beginRun(): void {
    this.#runs++;
    this.#out(`${this.#runsInFile === 0 ? '' : ','}\n    {\n${indented(this.#driver)},\n`);
    this.#runsInFile++;
    const id = runId(this.#runs, this.#options.shard);
    if (id !== undefined) this.#out(`${indented(jsonText({ automationDetails: { id } }))},\n`);
    this.#out('      "results": ');
    this.#results = new JsonArray(this.#out, 3);
    this.#resultsInRun = 0;
    this.#artifacts = [];
  }

  #endRun(): void {
    this.#results?.end();
    this.#out(',\n      "artifacts": ');
    const artifacts = new JsonArray(this.#out, 3);
    for (const file of this.#artifacts) artifacts.add({ location: placeOf(file) });
    artifacts.end();
    this.#out('\n    }');
  }
}

/** Returns the properties of an object without its braces, indented like those of a run. */
const indented = (json: string): string => json.trimEnd().slice(2, -2).replace(/^/gm, '    ');

/** Returns undefined for the first run, whose category is set by the upload. */
function runId(number: number, shard: string | undefined): string | undefined {
  if (number === 1) return undefined;
  return `mcp-config/${shard === undefined ? '' : `shard-${shard.replace('/', '-of-')}/`}part-${number}/`;
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

const ruleIndexes = new Map(allRules.map(({ code }, index) => [code, index]));

function resultOf(file: string, index: number, finding: Finding) {
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
    ...(baselineState !== undefined && { baselineState }),
    partialFingerprints: { 'lineText/v1': fingerprint },
  };
}

function placeOf(file: string) {
  const encoded = file
    .split('/')
    .map(encodeURIComponent)
    .join('/')
    .replace(/^([a-z])%3A/i, '$1:');
  if (!isAbsoluteName(file)) return { uri: encoded, uriBaseId: 'SRCROOT' };
  return { uri: `file://${encoded.startsWith('/') ? '' : '/'}${encoded}` };
}

const sarifRegion = ({ line, column, endLine, endColumn }: Region) => ({
  startLine: line,
  startColumn: column,
  endLine,
  endColumn,
});
