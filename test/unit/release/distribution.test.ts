/**
 * Files that services run for users: static checks, and scripts in a checkout of a hostile pull request. `npm run test:editors`
 * runs them with the package.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { ValidationSeverity, validate } from 'dockerfile-utils';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';

const folder = path.resolve(import.meta.dirname, '../../../distribution');
const read = (file: string) => readFileSync(path.join(folder, file), 'utf8');

interface Step {
  readonly run?: string;
  readonly uses?: string;
  readonly shell?: string;
}

describe('GitHub action', () => {
  const text = read('action.yml');
  const { inputs, runs } = parse(text) as { inputs: Record<string, object>; runs: { using: string; steps: Step[] } };

  test('is composite and has a shell for each command', () => {
    expect(runs.using).toBe('composite');
    for (const { run, shell } of runs.steps) if (run !== undefined) expect(shell).toBe('bash');
  });

  test('passes no input into a command', () => {
    for (const { run } of runs.steps) expect(run ?? '').not.toContain('${{');
  });

  test('uses each input and has a description and a default for it', () => {
    for (const [name, input] of Object.entries(inputs)) {
      expect(text).toMatch(new RegExp(`inputs\\.${name}\\b`));
      expect(input).toEqual({ description: expect.any(String), default: expect.any(String) });
    }
  });

  test('pins other actions to a commit, with the version in a comment', () => {
    const lines = text.split('\n').filter((line) => /\buses:/.test(line));
    expect(lines).toHaveLength(1);
    for (const line of lines) expect(line).toMatch(/uses: [\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
  });
});

describe('Dockerfile', () => {
  const text = read('Dockerfile');
  const problemsIn = (dockerfile: string) => validate(dockerfile, { deprecatedMaintainer: ValidationSeverity.ERROR });

  test('is valid', () => {
    expect(problemsIn(text)).toEqual([]);
    expect(problemsIn(text.replace('WORKDIR', 'WORKDIRS'))).not.toEqual([]);
  });

  test('has at most ten lines and runs as an unprivileged user', () => {
    expect(text.trim().split('\n').length).toBeLessThanOrEqual(10);
    expect(text).toMatch(/^USER node$/m);
  });

  test('has a base image with an exact version', () => {
    expect(text).toMatch(/^FROM node:\d+\.\d+\.\d+-alpine$/m);
  });
});

describe.skipIf(process.platform === 'win32')('a hostile pull request', () => {
  let root = '';
  let checkout = '';
  /** What the package installs, which a job must not let anyone replace. */
  let program = '';
  const git = (...words: readonly string[]): void => {
    const user = ['-c', 'user.name=x', '-c', 'user.email=x@x.example', '-c', 'init.defaultBranch=main'];
    execFileSync('git', [...user, ...words], { cwd: checkout, stdio: 'ignore' });
  };

  beforeAll(() => {
    root = mkdtempSync(path.join(os.tmpdir(), 'distribution-'));
    checkout = path.join(root, 'checkout');
    program = path.join(root, 'dist/cli.js');
    mkdirSync(path.dirname(program));
    cpSync(folder, root, { recursive: true });
    const source = path.resolve(folder, '../server/cli.ts');
    writeFileSync(program, `#!${process.execPath}\nimport '${source}';\n`);
    writeFileSync(path.join(root, 'package.json'), '{"type": "module"}');
    mkdirSync(path.join(root, 'bin'));
    symlinkSync(program, path.join(root, 'bin/mcp-config'));
    chmodSync(program, 0o755);
    mkdirSync(checkout);
    git('init', '-q');
    git('commit', '-q', '--allow-empty', '-m', 'base');
    const hostile = path.join(checkout, '##[error]x\n::set-output name=a::b');
    mkdirSync(hostile);
    writeFileSync(path.join(hostile, '.mcp.json'), '{"mcpServers": {');
    writeFileSync(path.join(checkout, '.mcp.json'), '{"mcpServers": {"a": {"comand": "x"}}}');
    for (const name of ['mcp-config-diff.md', 'mcp-config-diff.log', 'gl-code-quality-report.json'])
      symlinkSync(path.relative(checkout, program), path.join(checkout, name));
    git('add', '.');
    git('commit', '-q', '-m', 'change');
  });
  afterAll(() => rmSync(root, { recursive: true }));

  test('gives no commands to the runner of GitHub Actions', () => {
    const summary = path.join(root, 'summary.md');
    const { stdout, stderr, status } = spawnSync('bash', [path.join(root, 'diff.sh'), summary], {
      cwd: checkout,
      encoding: 'utf8',
      env: { ...process.env, GITHUB_ACTIONS: 'true', MCP_CONFIG_BASE: 'HEAD^1' },
    });
    expect(status).toBe(0);
    expect(stderr).toContain('not valid; servers may be missing');
    expect(stdout + stderr).not.toMatch(/^\s*::|##\[/m);
    expect(readFileSync(summary, 'utf8')).toContain('| added | `a` |');
  });

  test('makes a job of GitLab CI/CD write only its reports', () => {
    const [, body] = parseAllDocuments(read('gitlab-ci.yml')).map((document) => document.toJS());
    const script: readonly string[] = body['mcp-config'].script;
    const lines = script.filter((line) => !line.startsWith('npm install'));
    const before = readFileSync(program, 'utf8');
    const { status } = spawnSync('sh', ['-e', '-c', lines.join('\n').replace(/\$\[\[[^\]]*\]\]/g, '')], {
      cwd: checkout,
      encoding: 'utf8',
      env: {
        ...process.env,
        PATH: [path.join(root, 'bin'), process.env.PATH].join(path.delimiter),
        CI_MERGE_REQUEST_DIFF_BASE_SHA: 'HEAD^1',
      },
    });
    expect(readFileSync(program, 'utf8')).toBe(before);
    expect(status).not.toBe(0);
    for (const name of ['mcp-config-diff.md', 'gl-code-quality-report.json'])
      expect(lstatSync(path.join(checkout, name)).isFile(), name).toBe(true);
  });
});
