/** SARIF for services: valid, merged by another program, and with a message past GitHub's limit. */
import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { filesPerCheckout, writeCheckouts } from '../../bench/checkouts.ts';
import { TemporaryFolder } from '../../temporary-folder.ts';
import { isLongRun } from '../random-runs.ts';
import { runCli } from './run-cli.ts';

interface Run {
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

test('a report with more results than GitHub accepts says how to divide it', async () => {
  const folder = new TemporaryFolder('sarif');
  const list = Array.from({ length: 25_000 }, () => '""').join();
  folder.write('mcp.json', `{"disabledServers": [${list}]}`);
  const { error, out } = await runCli(['check', 'mcp.json', '-f', 'sarif'], { cwd: folder.path, home: folder.path });
  expect(runsIn(out).map(({ results }) => results.length)).toEqual([25_001]);
  expect(error).toBe(
    'The report has 25001 results, and GitHub accepts 25000. Divide the files with --shard, or use --severity error.\n',
  );
  folder.remove();
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
const checkouts = isLongRun ? 10 : 1;

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
    const files = ['plain.sarif', 'compared.sarif'];
    tool('validate', ...files, '--level', 'Error;Warning', '--log', 'ForceOverwrite', '--output', 'validation.sarif');
    const results = runsIn(readFileSync(folder.at('validation.sarif'), 'utf8')).flatMap((one) => one.results);
    expect(results.filter((result) => 'level' in result && result.level === 'error')).toEqual([]);
    // Proves that it read both files: it reports that the list of artifacts contains nothing except the checked files.
    expect(results.filter((result) => 'ruleId' in result && result.ruleId === 'SARIF2004')).toHaveLength(2);
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
