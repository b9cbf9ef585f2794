/** The command line on many files: worker threads, shards, baselines, progress, interruption, and the limits of services. */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, rm, truncate } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, onTestFinished, test, vi } from 'vitest';
import { reportFormats } from '../../../server/cli/arguments/arguments.ts';
import { checkInOrder } from '../../../server/cli/check/check-batches.ts';
import { checkoutsIn, findAllConfigs } from '../../../server/cli/files/checkouts.ts';
import { fileOutput } from '../../../server/cli/files/output.ts';
import { writeAtomically } from '../../../server/cli/files/write-file.ts';
import { Progress } from '../../../server/cli/output/progress.ts';
import { Interruption, type Terminal } from '../../../server/cli/output/terminal.ts';
import { filesPerCheckout, writeCheckouts } from '../../bench/checkouts.ts';
import { TemporaryFolder } from '../../temporary-folder.ts';
import { isLongRun } from '../random-runs.ts';
import { type Ran, runCli } from './run-cli.ts';

const { cli: program } = inject('programs');
const script = new URL('check-thread.js', pathToFileURL(program));
const wrong = '{\n  "mcpServers": {\n    "docs": { "comand": "x" }\n  }\n}\n';
const checkouts = isLongRun ? 20 : 10;

const folder = new TemporaryFolder('scale');
beforeAll(() => void writeCheckouts(folder.at('many'), checkouts));
afterAll(() => folder.remove());

const cli = (words: readonly string[], more: Partial<Terminal> = {}) =>
  runCli(words, { cwd: folder.path, home: folder.at('home'), ...more });

interface FileReport {
  readonly file: string;
  readonly findings: readonly { readonly code: string }[];
}
const reportsIn = (out: string): readonly FileReport[] => JSON.parse(out).files;

const filesIn = ({ out }: Ran): readonly string[] => reportsIn(out).map(({ file }) => file);

describe('many checkouts', () => {
  test('finds all files in any number of folders', async () => {
    for (let index = 0; index < 3100; index++) await mkdir(folder.at(`wide/folder-${index}`), { recursive: true });
    folder.write('wide/folder-99/a/b/c/d/e/f/g/h/i/j/.mcp.json', wrong);
    folder.write('wide/zz/.mcp.json', wrong);
    expect((await cli(['check', 'wide'])).out).toContain('2 files checked: 2 errors');
    expect((await cli(['check', '--project', 'wide'])).out).toContain('2 files checked: 2 errors');
  });

  test('reports what a policy denies after any number of minor problems', async () => {
    const entries = Array.from({ length: 1001 }, (_, index) => [`a${index}`, { command: `x-\${UNSET_${index}}` }]);
    const denied = ['denied', { command: 'y' }] as const;
    folder.write('large/mcp.json', JSON.stringify({ mcpServers: Object.fromEntries([...entries, denied]) }));
    folder.write('deny.json', '{ "deniedMcpServers": [{ "serverName": "denied" }] }\n');
    const { code, out } = await cli(['check', 'large', '--policy', 'deny.json', '-f', 'json']);
    const [report] = reportsIn(out);
    expect(report?.findings.map(({ code }) => code)).toEqual(['policy-denied']);
    expect(code).toBe(1);
  });

  test.skipIf(process.platform === 'win32').each(['check', 'fix', 'inventory', 'agents'])(
    '%s fails if the path of a folder is too long',
    async (command) => {
      folder.write('long/.mcp.json', '{"mcpServers": {}}\n');
      // No single call can have such a path.
      const deepen = `for (let i = 0; i < 18; i++) { fs.mkdirSync('d'.repeat(250)); process.chdir('d'.repeat(250)) }`;
      execFileSync(process.execPath, ['-e', deepen], { cwd: folder.at('long') });
      const { code, error } = await cli([command, 'long']);
      expect(error).toContain('name too long (ENAMETOOLONG). Config files in this folder are missing.');
      expect(code).toBe(2);
      execFileSync('rm', ['-r', folder.at('long')]);
    },
  );

  test('warns about folders that cannot be searched', async () => {
    const file = folder.write('searched/file', '');
    const warnings: string[] = [];
    const warn = (text: string) => warnings.push(text);
    expect(await findAllConfigs(pathToFileURL(file).href, warn, () => undefined)).toEqual([]);
    for await (const _checkout of checkoutsIn(file, warn));
    const expected = `${file}: a part of the path is not a folder (ENOTDIR). Config files in this folder are missing.`;
    expect(warnings).toEqual([expected, expected]);
  });

  test('an inventory has no limit for folders and depth', async () => {
    folder.write('deep/1/2/3/4/5/6/7/8/9/10/.mcp.json', '{"mcpServers": {"docs": {"command": "x"}}}');
    await mkdir(folder.at('deep/.git'));
    expect((await cli(['inventory', 'deep'])).out).toContain('docs');
  });

  // The threads don't know the format, so one is enough for a commit.
  test.each(isLongRun ? reportFormats : ['sarif'])('worker threads write an identical %s report', async (format) => {
    folder.write('many/broken/.mcp.json', '{');
    await truncate(folder.write('many/organization-0/too-large/.mcp.json', ''), 21_000_000);
    const alone = await cli(['check', 'many', '-f', format, '-s', 'hint']);
    const threads = await cli(['check', 'many', '-f', format, '-s', 'hint'], {
      threads: { script, count: 2, filesPerThread: 40 },
    });
    expect(threads).toEqual(alone);
    expect(alone.error).toContain('larger than 20 MB');
    expect(alone.code).toBe(2);
    await rm(folder.at('many/broken'), { recursive: true });
    await rm(folder.at('many/organization-0/too-large'), { recursive: true });
  });

  test('worker threads apply the policy', async () => {
    folder.write('managed-settings.json', '{ "deniedMcpServers": [{ "serverName": "server-0" }] }\n');
    const words = ['check', 'many', '--policy', 'managed-settings.json'];
    const alone = await cli(words);
    expect(alone.out).toContain('managed-settings.json:1:');
    expect(await cli(words, { threads: { script, count: 2, filesPerThread: 40 } })).toEqual(alone);
  });

  test('settings of a checkout apply to its files, also in YAML', async () => {
    const listed = '{ "mcpServers": { "a": { "command": "x" } }, "disabledServers": ["b"] }\n';
    for (let index = 0; index < 70; index++) {
      folder.write(`settings/${index}/.omp/config.yml`, 'disabledProviders: [native]\n');
      folder.write(`settings/${index}/.omp/mcp.json`, listed);
      folder.write(`settings/${index}/.mcp.json`, listed);
    }
    const first = await cli(['check', 'settings', '-s', 'hint', '-f', 'json']);
    const alone = await cli(['check', 'settings/69', '-s', 'hint', '-f', 'json']);
    const last = reportsIn(first.out).filter(({ file }) => file.startsWith('settings/69/'));
    expect(last).toEqual(reportsIn(alone.out));
    const firstOnes = reportsIn(first.out).filter(({ file }) => file.startsWith('settings/0/'));
    expect(firstOnes.map(({ findings }) => findings)).toEqual(last.map(({ findings }) => findings));
  });

  test('the findings of a file don’t depend on other checked files', async () => {
    const all = reportsIn((await cli(['check', 'many', '-f', 'json'])).out);
    expect(all).toHaveLength(checkouts * filesPerCheckout);
    for (const one of [0, 1, 57, checkouts * filesPerCheckout - 1]) {
      const { file } = all[one] ?? { file: '' };
      expect(reportsIn((await cli(['check', file, '-f', 'json'])).out)).toEqual([all[one]]);
    }
  });
});

describe('--shard', () => {
  test.each([1, 2, 3, 7, 1000])('%i shards together contain all files, each once and in order', async (count) => {
    const all = filesIn(await cli(['check', 'many/organization-3', '-f', 'json']));
    const shards: string[] = [];
    for (let index = 1; index <= Math.min(count, 100); index++)
      shards.push(
        ...filesIn(await cli(['check', 'many/organization-3', '-f', 'json', '--shard', `${index}/${count}`])),
      );
    expect(shards).toEqual(count > 100 ? all.slice(0, shards.length) : all);
    expect(all).toHaveLength((checkouts / 10) * filesPerCheckout);
  });

  test.each(['0/3', '4/3', '1', '1/0', '-1/3', 'a/b', '1/3/5'])('%s is rejected', async (shard) => {
    const { code, out, error } = await cli(['check', 'many', `--shard=${shard}`]);
    expect([code, out]).toEqual([2, '']);
    expect(error).toContain(`Invalid value "${shard}" for --shard.`);
  });
});

describe('--baseline', () => {
  const two = '{\n  "mcpServers": {\n    "a": { "comand": "x" },\n    "b": { "comand": "x" }\n  }\n}\n';
  const three =
    '{\n  "mcpServers": {\n\n    "a": { "comand": "x" },\n    "c": { "comand": "x" },\n    "b": { "comand": "x" }\n  }\n}\n';

  test.each(['sarif', 'json'])('findings in a %s baseline are neither reported nor counted', async (format) => {
    folder.write('base/mcp.json', two);
    folder.write('base/deep/.mcp.json', wrong);
    expect((await cli(['check', 'base', '-f', format, '-o', `old.${format}`])).code).toBe(1);
    const same = await cli(['check', 'base', '--baseline', `old.${format}`]);
    expect(same).toEqual({
      code: 0,
      out: '2 files checked, no problems found.\n',
      error: 'Baseline: 3 known problems, 0 problems no longer found.\n',
    });
    folder.write('base/mcp.json', three);
    await rm(folder.at('base/deep'), { recursive: true });
    const changed = await cli(['check', 'base', '--baseline', `old.${format}`]);
    expect(changed.out).toContain('mcp.json:5:12: error: Unknown property "comand"');
    expect(changed.out).toContain('1 file checked: 1 error');
    expect(changed.error).toBe('Baseline: 2 known problems, 1 problem no longer found.\n');
    expect(changed.code).toBe(1);
  });

  test('SARIF contains all findings and marks new ones', async () => {
    folder.write('state/mcp.json', two);
    await cli(['check', 'state', '-f', 'sarif', '-o', 'state.sarif']);
    folder.write('state/mcp.json', three);
    const { out } = await cli(['check', 'state', '-f', 'sarif', '--baseline', 'state.sarif']);
    const { runs } = JSON.parse(out) as { runs: { results: { baselineState: string }[] }[] };
    expect(runs.flatMap(({ results }) => results.map(({ baselineState }) => baselineState)).toSorted()).toEqual([
      'new',
      'unchanged',
      'unchanged',
    ]);
  });

  test('a finding that a merged SARIF baseline marks as absent is new if it occurs again', async () => {
    folder.write('absent/mcp.json', two);
    await cli(['check', 'absent', '-f', 'sarif', '-o', 'absent.sarif']);
    const report = JSON.parse(folder.read('absent.sarif'));
    report.runs[0].results[0].baselineState = 'absent';
    folder.write('absent.sarif', report);
    const { code, error } = await cli(['check', 'absent', '--baseline', 'absent.sarif']);
    expect([code, error]).toEqual([1, 'Baseline: 1 known problem, 0 problems no longer found.\n']);
  });

  test('the reports of all shards can be used as one baseline', async () => {
    for (const index of [1, 2, 3])
      await cli(['check', 'many', '-f', 'sarif', '--shard', `${index}/3`, '-o', `shard-${index}.sarif`]);
    const baselines = [1, 2, 3].flatMap((index) => ['--baseline', `shard-${index}.sarif`]);
    const { code, out } = await cli(['check', 'many', ...baselines]);
    expect([code, out]).toEqual([0, `${checkouts * filesPerCheckout} files checked, no problems found.\n`]);
  });

  const run210 = (results: string, driver = 'mcp-config') =>
    `{\n  "version": "2.1.0",\n  "runs": [\n    {\n      "tool": { "driver": { "name": "${driver}" } },\n      "results": ${results}\n    }\n  ]\n}\n`;
  const finding = (fingerprints: string, uri = '"a.json"') =>
    `[\n        { "locations": [{ "physicalLocation": { "artifactLocation": { "uri": ${uri} } } }], "partialFingerprints": ${fingerprints} }\n      ]`;

  test.each([
    ['cut off', '{\n  "version": "2.1.0",\n', ': The baseline is not valid JSON.'],
    ['empty', '', ': The baseline is not valid JSON.'],
    ['a text report', 'mcp.json:1:1: error: x', ': The baseline is not valid JSON.'],
    [
      'of another version',
      '{\n  "version": "2.0.0",\n  "runs": []\n}',
      ': version: Expected SARIF version "2.1.0", got "2.0.0".',
    ],
    ['not SARIF', '{\n  "a": 1\n}', ': version: Expected SARIF version "2.1.0", got none.'],
    ['of another tool', run210('[]', 'eslint'), ': runs: The baseline has no run of mcp-config.'],
    ['without results', run210('7'), ': runs[0].results: Expected "results" to be an array.'],
    [
      'with another fingerprint',
      run210(finding('{ "lineText/v0": "x" }')),
      ': runs[0].results[0]: A finding without the fingerprint',
    ],
    [
      'edited by hand',
      run210(finding('{ "lineText/v1": "xyz" }')),
      ': runs[0].results[0]: A finding without the fingerprint',
    ],
    [
      'with a broken address',
      run210(finding('{ "lineText/v1": "0123456789abcdef" }', '"%E0%A4%A.json"')),
      ': runs[0].results[0].locations[0].physicalLocation.artifactLocation.uri: Invalid location',
    ],
    [
      'without an address',
      run210(finding('{ "lineText/v1": "0123456789abcdef" }', '7')),
      ': runs[0].results[0].locations[0].physicalLocation.artifactLocation.uri: Expected "uri" to be a string.',
    ],
    [
      'JSON without fingerprints',
      '[\n  { "file": "a",\n    "findings": [{ "code": "x" }] }\n]',
      ': [0].findings[0]: A finding without',
    ],
    ['JSON of something else', '[\n  1\n]', ': [0]: Expected an object.'],
    ['a number', '1', ': Expected an object.'],
  ])('a baseline that is %s: the place, exit 2, and nothing is written', async (_, text, message) => {
    folder.write('bad/baseline.sarif', text);
    folder.write('bad/project/mcp.json', wrong);
    const words = ['check', 'bad/project', '--baseline', 'bad/baseline.sarif', '-o', 'bad/report.sarif', '-f', 'sarif'];
    const { code, out, error } = await cli(words);
    expect([code, out]).toEqual([2, '']);
    expect(error).toContain(`baseline.sarif${message}`);
    expect((await readdir(folder.at('bad'))).toSorted()).toEqual(['baseline.sarif', 'project']);
  });

  test('reports a baseline that is missing or too large', async () => {
    expect((await cli(['check', 'many', '--baseline', 'none.sarif'])).error).toContain('no such file');
    // Sparse, so it needs no disk space.
    await truncate(folder.write('huge.sarif', '{}'), 100_000_001);
    expect((await cli(['check', 'many', '--baseline', 'huge.sarif'])).error).toContain('larger than 100 MB');
  });
});

describe('progress and interruption', () => {
  test.each([1, 2])('an interruption ends a check with %i threads without a report', async (count) => {
    const controller = new AbortController();
    await mkdir(folder.at('interrupted'), { recursive: true });
    setTimeout(() => controller.abort(new Interruption('SIGINT')), 20);
    const words = ['check', 'many', 'many/organization-1', '-f', 'sarif', '-o', 'interrupted/report.sarif'];
    const interruption = (): AbortSignal => controller.signal;
    const { code, out, error } = await cli(words, { threads: { script, count, filesPerThread: 40 }, interruption });
    expect({ code, out, error }).toEqual({ code: 130, out: '', error: 'mcp-config: Interrupted.\n' });
    expect(await readdir(folder.at('interrupted'))).toEqual([]);
  });

  test('a check ends with the error of its thread, also if others fail after it', async () => {
    const unhandled = vi.fn();
    process.on('unhandledRejection', unhandled);
    onTestFinished(() => void process.off('unhandledRejection', unhandled));
    const failing = pathToFileURL(folder.write('failing.mjs', 'throw new Error("out of order");'));
    const files = Array.from({ length: 200 }, (_, index) => `${index}`);
    const setup = {} as Parameters<typeof checkInOrder>[0];
    const results = checkInOrder(setup, files, { script: failing, count: 2, filesPerThread: 40 }, undefined);
    await expect(results.next()).rejects.toThrow('out of order');
    await new Promise(setImmediate);
    expect(unhandled).not.toHaveBeenCalled();
  });

  test('an interruption ends `fix` between two batches', async () => {
    const fixable = '{"mcpServers": {"a": {"command": "x"}},}';
    for (let index = 0; index < 60; index++) folder.write(`fixing/folder-${index}/.mcp.json`, fixable);
    const controller = new AbortController();
    const interruption = (): AbortSignal => controller.signal;
    setTimeout(() => controller.abort(new Interruption('SIGINT')));
    const { code, out } = await cli(['fix', 'fixing'], { interruption, write: writeAtomically });
    expect([code, out]).toEqual([130, '']);
  });

  test('Ctrl+C ends the process and its threads with exit code 130, and leaves no partial file', async () => {
    await mkdir(folder.at('signal'), { recursive: true });
    writeCheckouts(folder.at('signal/checkouts'), isLongRun ? 300 : 100);
    // Unreadable files are reported immediately, so the test knows when the threads have started.
    await truncate(folder.write('signal/checkouts/.mcp.json', ''), 21_000_000);
    const words = ['check', 'checkouts', '-f', 'json', '-o', 'report.json'];
    const child = spawn(process.execPath, [program, ...words], { cwd: folder.at('signal') });
    let error = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      if (error === '') child.kill('SIGINT');
      error += text;
    });
    const [code] = await once(child, 'close');
    expect(error).toMatch(/larger than 20 MB\.\nmcp-config: Interrupted\.\n$/);
    expect(code).toBe(130);
    expect(await readdir(folder.at('signal'))).toEqual(['checkouts']);
  });

  describe('progress', () => {
    beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }));
    afterEach(() => void vi.useRealTimers());

    function progress(showsProgress: boolean) {
      let shown = '';
      const error = (text: string): void => {
        shown += text;
      };
      const line = new Progress({ showsProgress, error }, 12_000);
      return { line, shown: () => shown };
    }

    test('is shown after a second, at most ten times a second, and is erased', () => {
      const { line, shown } = progress(true);
      for (let file = 0; file < 3000; file++) {
        vi.advanceTimersByTime(0.5);
        line.step();
      }
      const lines = shown().split('\r\u001b[K').slice(1);
      expect(lines).toEqual(
        ['2,000', '2,200', '2,400', '2,600', '2,800', '3,000'].map((done) => `Checking files: ${done} of 12,000`),
      );
      line.clear();
      line.clear();
      expect(shown().endsWith('3,000 of 12,000\r\u001b[K')).toBe(true);
    });

    test('is not shown for what takes less than a second, nor without a terminal', () => {
      for (const showsProgress of [true, false]) {
        const { line, shown } = progress(showsProgress);
        for (let file = 0; file < 900; file++) {
          vi.advanceTimersByTime(showsProgress ? 1 : 10);
          line.step();
        }
        line.clear();
        expect(shown()).toBe('');
      }
    });
  });
});

describe('--output', () => {
  test('writes the same report as standard output', async () => {
    const { out } = await cli(['check', 'many', '-f', 'json']);
    const { code, out: nothing } = await cli(['check', 'many', '-f', 'json', '--output', 'report.json']);
    expect([code, nothing]).toEqual([1, '']);
    expect(folder.read('report.json')).toBe(out);
  });

  test('replaces an existing file only when the report is complete', () => {
    folder.write('parts/report.sarif', 'old');
    const output = fileOutput(folder.at('parts/report.sarif'));
    output.write('new');
    expect(folder.read('parts/report.sarif')).toBe('old');
    output.end();
    expect(folder.read('parts/report.sarif')).toBe('new');
  });

  test('exits with 2 if the folder is missing or the file can’t be replaced', async () => {
    expect((await cli(['check', 'many', '-o', 'missing/report.txt'])).error).toContain('no such file or folder');
    expect((await cli(['check', 'many', '-o', 'many'])).error).toContain('not a regular file');
    expect((await cli(['check', 'many', '-o', 'missing/report.txt'])).code).toBe(2);
  });
});
