/** Findings of earlier reports, which a new report omits: SARIF, also merged by another tool, or JSON. */
import { fileURLToPath } from 'node:url';
import { isRecord } from '../../../../common/guards.ts';
import { remembered } from '../../../../common/remembered.ts';
import { readText } from '../../../files/disk.ts';
import { FileError } from '../../../files/file-error.ts';
import type { CheckedFile, ReportedFinding } from '../checked-file.ts';

/** Number of findings in a file, by fingerprint. */
type Counts = Map<string, number>;

export class Baseline {
  readonly #files = new Map<string, Counts>();
  readonly #checked = new Set<string>();
  /** Number of findings that are also in the baseline. */
  unchanged = 0;

  /** @param file name of the file in reports */
  add(file: string, fingerprint: string): void {
    const counts = remembered(this.#files, file, () => new Map());
    counts.set(fingerprint, (counts.get(fingerprint) ?? 0) + 1);
  }

  /** Adds the baseline state to each finding. Of equal findings, only as many as in the baseline are unchanged. */
  compare({ file, findings }: CheckedFile): CheckedFile {
    const counts = this.#files.get(file);
    this.#checked.add(file);
    const compared = findings.map((finding): ReportedFinding => {
      const left = counts?.get(finding.fingerprint) ?? 0;
      if (left === 0) return { ...finding, baselineState: 'new' };
      counts?.set(finding.fingerprint, left - 1);
      this.unchanged++;
      return { ...finding, baselineState: 'unchanged' };
    });
    return { file, findings: compared };
  }

  /**
   * Returns the number of baseline findings that no longer occur, in files that were checked or deleted.
   * @param exists returns false if a file was deleted
   */
  gone(exists: (file: string) => boolean): number {
    let gone = 0;
    for (const [file, counts] of this.#files)
      if (this.#checked.has(file) || !exists(file)) for (const count of counts.values()) gone += count;
    return gone;
  }
}

/** Returns only the findings that aren't in the baseline. */
export function newFindings({ file, findings }: CheckedFile): CheckedFile {
  return { file, findings: findings.filter(({ baselineState }) => baselineState !== 'unchanged') };
}

/** Bytes. A report of 100,000 findings has two thirds of that. */
const sizeLimit = 100_000_000;

type Path = readonly (string | number)[];

/** Thrown for an unexpected value at a path in the report. */
class Unexpected extends Error {
  readonly path: Path;

  constructor(path: Path, message: string) {
    super(message);
    this.path = path;
  }
}

/**
 * @param files absolute paths, such as the reports of all shards
 * @throws FileError with the path of the value if a file isn't a valid report
 */
export function readBaseline(files: readonly string[]): Baseline {
  const baseline = new Baseline();
  for (const file of files) addReport(baseline, file);
  return baseline;
}

function addReport(baseline: Baseline, file: string): void {
  const text = readText(file, sizeLimit);
  try {
    const report = parsed(text);
    // Without a version, it's from an earlier one.
    if (Array.isArray(report)) addJson(baseline, report);
    else if (isRecord(report) && Array.isArray(report.files)) addJson(baseline, report.files);
    else addSarif(baseline, report);
  } catch (error) {
    if (!(error instanceof Unexpected)) throw error;
    const place = error.path.length === 0 ? '' : `${shown(error.path)}: `;
    throw new FileError(`${file}: ${place}${error.message}`);
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Unexpected([], 'The baseline is not valid JSON. Create it again with --format sarif or json.');
  }
}

function addJson(baseline: Baseline, report: readonly unknown[]): void {
  for (const [index, one] of report.entries()) {
    const { file, findings } = recordAt(one, [index]);
    const path = [index, 'findings'];
    for (const [at, finding] of arrayAt(findings, path).entries()) {
      const { fingerprint } = recordAt(finding, [...path, at]);
      baseline.add(stringAt(file, [index, 'file']), fingerprintAt(fingerprint, [...path, at]));
    }
  }
}

function addSarif(baseline: Baseline, report: unknown): void {
  const { version, runs } = recordAt(report, []);
  if (version !== '2.1.0')
    throw new Unexpected(['version'], `Expected SARIF version "2.1.0", got ${JSON.stringify(version) ?? 'none'}.`);
  const own = arrayAt(runs, ['runs']).flatMap((run, index) => (isOwn(run) ? [{ run, index }] : []));
  if (own.length === 0) throw new Unexpected(['runs'], 'The baseline has no run of mcp-config.');
  for (const { run, index } of own) {
    const path = ['runs', index, 'results'];
    for (const [at, result] of arrayAt(recordAt(run, path).results, path).entries())
      addResult(baseline, recordAt(result, [...path, at]), [...path, at]);
  }
}

function isOwn(run: unknown): boolean {
  const tool = isRecord(run) ? run.tool : undefined;
  const driver = isRecord(tool) ? tool.driver : undefined;
  return isRecord(driver) && driver.name === 'mcp-config';
}

function addResult(baseline: Baseline, result: Readonly<Record<string, unknown>>, path: Path): void {
  // Already fixed when the report was created.
  if (result.baselineState === 'absent') return;
  const names = isRecord(result.partialFingerprints) ? result.partialFingerprints['lineText/v1'] : undefined;
  const place = [...path, 'locations', 0, 'physicalLocation', 'artifactLocation', 'uri'];
  baseline.add(fileAt(valueAt(result, place.slice(path.length)), place), fingerprintAt(names, path));
}

/** Returns the name in reports for the file of a SARIF location. */
function fileAt(value: unknown, path: Path): string {
  const uri = stringAt(value, path);
  try {
    return uri.startsWith('file:') ? fileURLToPath(uri).replaceAll('\\', '/') : decodeURIComponent(uri);
  } catch {
    throw new Unexpected(path, `Invalid location ${JSON.stringify(uri)}.`);
  }
}

function recordAt(value: unknown, path: Path): Readonly<Record<string, unknown>> {
  if (!isRecord(value)) throw new Unexpected(path, 'Expected an object. The baseline is not a report of mcp-config.');
  return value;
}

function arrayAt(value: unknown, path: Path): readonly unknown[] {
  if (!Array.isArray(value)) throw new Unexpected(path, `Expected "${path.at(-1)}" to be an array.`);
  return value;
}

function stringAt(value: unknown, path: Path): string {
  if (typeof value !== 'string') throw new Unexpected(path, `Expected "${path.at(-1)}" to be a string.`);
  return value;
}

function fingerprintAt(value: unknown, path: Path): string {
  if (typeof value !== 'string' || !/^[\da-f]{16}$/.test(value))
    throw new Unexpected(path, 'A finding without the fingerprint of this version. Create the baseline again.');
  return value;
}

function valueAt(value: unknown, path: Path): unknown {
  return path.reduce<unknown>(
    (at, key) => (typeof at === 'object' && at !== null ? Reflect.get(at, key) : undefined),
    value,
  );
}

/** `runs[0].results[3]`, because a report is often one line. Finding the position would need many times its size in memory. */
const shown = (path: Path): string =>
  path
    .map((key) => (typeof key === 'number' ? `[${key}]` : `.${key}`))
    .join('')
    .replace(/^\./, '');
