/** SARIF for services: split at GitHub's limits, valid, and merged by another program. */
import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CheckedFile } from '../../../server/cli/finding.ts';
import { openReport } from '../../../server/cli/report.ts';
import type { SarifLimits } from '../../../server/cli/sarif-limits.ts';
import { filesPerCheckout, writeCheckouts } from '../../bench/checkouts.ts';
import { TemporaryFolder } from '../../temporary-folder.ts';
import { runCli } from './run-cli.ts';

interface Run {
  readonly automationDetails?: { readonly id: string };
  readonly artifacts: readonly { readonly location: { readonly uri: string } }[];
  readonly results: readonly Result[];
}
interface Result {
  readonly message: { readonly text: string };
  readonly baselineState?: string;
  readonly locations: readonly [
    { readonly physicalLocation: { readonly artifactLocation: { readonly uri: string; readonly index: number } } },
  ];
}
const runsIn = (text: string): readonly Run[] => (JSON.parse(text) as { runs: Run[] }).runs;

function fileOf(number: number, findings: number, message: () => string): CheckedFile {
  return {
    file: `repository-${number}/.mcp.json`,
    findings: Array.from({ length: findings }, (_, index) => ({
      code: 'unknown-key',
      severity: 'error',
      message: message(),
      region: { line: index + 1, column: 1, endLine: index + 1, endColumn: 2 },
      related: [],
      fix: undefined,
      fingerprint: '0123456789abcdef',
    })),
  };
}

interface Written {
  readonly texts: readonly string[];
  readonly end: { readonly runs: number; readonly isTooLarge: boolean } | undefined;
}

function sarif(
  files: Iterable<CheckedFile>,
  { splits = false, shard, limits }: { splits?: boolean; shard?: string; limits?: SarifLimits } = {},
): Written {
  const texts: string[][] = [[]];
  let end: Written['end'];
  const report = openReport(
    {
      format: 'sarif',
      version: '1.2.3',
      paint: (_, text) => text,
      shard,
      limits,
      nextFile: splits ? () => void texts.push([]) : undefined,
      onDidEnd: (ended) => {
        end = ended;
      },
    },
    (text) => void texts.at(-1)?.push(text),
  );
  for (const file of files) report.add(file);
  report.end();
  return { texts: texts.map((pieces) => pieces.join('')), end };
}

describe('SARIF', () => {
  test('limits runs to 25,000 results, with a different category per run and each result only once', () => {
    let number = 0;
    const files = Array.from({ length: 60 }, (_, index) => fileOf(index, 900, () => `Problem ${number++}`));
    const { texts, end } = sarif(files, { shard: '2/3' });
    const runs = runsIn(texts.join(''));
    expect(runs.map(({ results }) => results.length)).toEqual([25_000, 25_000, 4000]);
    expect(runs.map(({ automationDetails }) => automationDetails?.id)).toEqual([
      undefined,
      'mcp-config/shard-2-of-3/part-2/',
      'mcp-config/shard-2-of-3/part-3/',
    ]);
    const messages = runs.flatMap(({ results }) => results.map(({ message }) => message.text));
    expect(messages).toEqual(Array.from({ length: 54_000 }, (_, index) => `Problem ${index}`));
    for (const { artifacts, results } of runs)
      for (const { locations } of results) {
        const { uri, index } = locations[0].physicalLocation.artifactLocation;
        expect(artifacts[index]?.location.uri).toBe(uri);
      }
    expect(end).toEqual({ runs: 3, isTooLarge: false });
  });

  describe('near the file limits', () => {
    const limits = { results: 300, runs: 3, compressedBytes: 100_000 };
    const noise = (): string => randomBytes(300).toString('hex');
    const noisyFiles = (count: number) => Array.from({ length: count }, (_, index) => fileOf(index, 100, noise));
    const resultsIn = (texts: readonly string[]) => texts.flatMap(runsIn).flatMap(({ results }) => results);

    test('starts another file before the compressed size exceeds the limit', () => {
      const { texts, end } = sarif(noisyFiles(10), { splits: true, limits });
      expect(texts.length).toBeGreaterThan(2);
      const sizes = texts.map((text) => gzipSync(text).length);
      expect(Math.max(...sizes)).toBeLessThanOrEqual(limits.compressedBytes);
      // No more files than necessary.
      expect(Math.min(...sizes.slice(0, -1))).toBeGreaterThan(limits.compressedBytes / 2);
      expect(resultsIn(texts)).toHaveLength(1000);
      const ids = texts.flatMap(runsIn).map(({ automationDetails }) => automationDetails?.id);
      expect(new Set(ids).size).toBe(ids.length);
      expect(end).toEqual({ runs: ids.length, isTooLarge: false });
    });

    test('starts another file after the maximum number of runs', () => {
      const files = Array.from({ length: 20 }, (_, index) => fileOf(index, 100, () => 'Problem'));
      const { texts } = sarif(files, { splits: true, limits });
      expect(texts.map((text) => runsIn(text).length)).toEqual([3, 3, 1]);
      expect(resultsIn(texts)).toHaveLength(2000);
    });

    test('reports that a file is too large when splitting is off', () => {
      expect(sarif(noisyFiles(5), { limits }).end).toEqual({ runs: 2, isTooLarge: true });
      expect(sarif(noisyFiles(1), { limits }).end).toEqual({ runs: 1, isTooLarge: false });
    });
  });
});

/** Returns the program of the package for this system, if available. */
function multitool(): string | undefined {
  const require = createRequire(import.meta.url);
  try {
    const program = require('@microsoft/sarif-multitool') as string;
    // Packages are installed without scripts, which would set the permission.
    if (process.platform !== 'win32') chmodSync(program, 0o755);
    return existsSync(program) ? program : undefined;
  } catch {
    return undefined;
  }
}

const program = multitool();
const checkouts = 20;

describe.skipIf(program === undefined)('sarif-multitool', () => {
  const folder = new TemporaryFolder('sarif');
  const tool = (...words: readonly string[]): string =>
    execFileSync(program ?? '', words, {
      cwd: folder.path,
      encoding: 'utf8',
      env: { ...process.env, DOTNET_SYSTEM_GLOBALIZATION_INVARIANT: '1' },
    });

  beforeAll(async () => {
    writeCheckouts(folder.at('checkouts'), checkouts);
  });
  afterAll(() => folder.remove());

  const cli = (...words: readonly string[]) => runCli(words, { cwd: folder.path, home: folder.at('home') });

  test('finds no errors in a report with or without a baseline', async () => {
    await cli('check', 'checkouts', '-f', 'sarif', '-o', 'plain.sarif');
    await cli('check', 'checkouts', '-f', 'sarif', '-o', 'compared.sarif', '--baseline', 'plain.sarif');
    for (const file of ['plain.sarif', 'compared.sarif']) {
      tool('validate', file, '--level', 'Error;Warning', '--log', 'ForceOverwrite', '--output', 'validation.sarif');
      const results = runsIn(readFileSync(folder.at('validation.sarif'), 'utf8')).flatMap((one) => one.results);
      expect(results.filter((result) => 'level' in result && result.level === 'error')).toEqual([]);
      // Proves that it read the file: it reports that the list of artifacts contains nothing except the checked files.
      expect(results.some((result) => 'ruleId' in result && result.ruleId === 'SARIF2004')).toBe(true);
    }
    expect(readFileSync(folder.at('compared.sarif'), 'utf8')).toContain('"baselineState": "unchanged"');
  });

  test('merges the shards into a file that can be used as a baseline', async () => {
    const files = [1, 2, 3].map((index) => `shard-${index}.sarif`);
    for (const [index, file] of files.entries())
      await cli('check', 'checkouts', '-f', 'sarif', '--shard', `${index + 1}/3`, '-o', file);
    tool('merge', ...files, '--output-directory', folder.path, '--output-file', 'merged.sarif');
    const { out } = await cli('check', 'checkouts', '-f', 'sarif');
    const texts = (text: string): readonly string[] =>
      runsIn(text).flatMap(({ results }) =>
        results.map(
          ({ message, locations }) => `${locations[0].physicalLocation.artifactLocation.uri} ${message.text}`,
        ),
      );
    const merged = texts(readFileSync(folder.at('merged.sarif'), 'utf8'));
    expect(merged.toSorted()).toEqual(texts(out).toSorted());
    expect(merged.length).toBeGreaterThan(checkouts);
    const known = await cli('check', 'checkouts', '--baseline', 'merged.sarif');
    expect(known.out).toBe(`${checkouts * filesPerCheckout} files checked, no problems found.\n`);
    expect(known.error).toBe(`Baseline: ${merged.length} known problems, 0 problems no longer found.\n`);
  });
});
