/** Files that services run for users. These are static checks; `npm run test:editors` runs their commands. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { ValidationSeverity, validate } from 'dockerfile-utils';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';

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
});
