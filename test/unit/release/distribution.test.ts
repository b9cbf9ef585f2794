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

describe('the action for GitHub', () => {
  const text = read('action.yml');
  const { inputs, runs } = parse(text) as { inputs: Record<string, object>; runs: { using: string; steps: Step[] } };

  test('is composite, and each command names its shell', () => {
    expect(runs.using).toBe('composite');
    for (const { run, shell } of runs.steps) if (run !== undefined) expect(shell).toBe('bash');
  });

  test('no input becomes a part of a command', () => {
    for (const { run } of runs.steps) expect(run ?? '').not.toContain('${{');
  });

  test('each input is used, and has a description and a default', () => {
    for (const [name, input] of Object.entries(inputs)) {
      expect(text).toMatch(new RegExp(`inputs\\.${name}\\b`));
      expect(input).toEqual({ description: expect.any(String), default: expect.any(String) });
    }
  });

  test('pins other actions to a commit, with the version beside it', () => {
    const lines = text.split('\n').filter((line) => /\buses:/.test(line));
    expect(lines).toHaveLength(1);
    for (const line of lines) expect(line).toMatch(/uses: [\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
  });
});

describe('the Dockerfile', () => {
  const text = read('Dockerfile');
  const problemsIn = (dockerfile: string) => validate(dockerfile, { deprecatedMaintainer: ValidationSeverity.ERROR });

  test('is valid', () => {
    expect(problemsIn(text)).toEqual([]);
    expect(problemsIn(text.replace('WORKDIR', 'WORKDIRS'))).not.toEqual([]);
  });

  test('has at most ten lines, and runs as a user without privileges', () => {
    expect(text.trim().split('\n').length).toBeLessThanOrEqual(10);
    expect(text).toMatch(/^USER node$/m);
  });
});
