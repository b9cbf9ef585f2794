/** The workflows of GitHub Actions can't run here. These tests check what is possible without running them. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { readText, root } from '../../scripts/lib/repository.ts';

interface Step {
  readonly uses?: string;
  readonly run?: string;
}

interface Workflow {
  readonly on: { readonly push?: { readonly branches?: string[]; readonly tags?: string[] } };
  readonly permissions?: Record<string, string>;
  readonly concurrency?: { readonly group: string };
  readonly jobs: Record<
    string,
    {
      readonly steps: readonly Step[];
      readonly permissions?: Record<string, string>;
      readonly needs?: string;
      readonly environment?: string;
      readonly 'timeout-minutes'?: number;
    }
  >;
}

const folder = path.join(root, '.github/workflows');
const { scripts } = JSON.parse(readText('package.json')) as {
  scripts: Record<string, string>;
};
/** npm commands that aren't scripts of package.json. */
const ofNpm = new Set(['ci', 'install', 'pack', 'publish']);

const workflows = readdirSync(folder).map((name) => {
  const text = readFileSync(path.join(folder, name), 'utf8');
  return [name, { text, workflow: parse(text) as Workflow }] as const;
});

describe.each(workflows)('%s', (_name, { text, workflow }) => {
  const jobs = Object.values(workflow.jobs);
  const steps = jobs.flatMap((job) => job.steps);

  test('pins each action to a commit with a version comment', () => {
    const uses = text.split('\n').filter((line) => /\buses:/.test(line));
    expect(uses.length).toBe(steps.filter((step) => step.uses !== undefined).length);
    for (const line of uses) expect(line).toMatch(/uses: [\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
  });

  test('runs only programs of the lock file, and names no registry', () => {
    expect(text).not.toMatch(/\bnpx\b|registry-url|registry\./);
  });

  test('uses one version of each action', () => {
    const versions = new Map<string, Set<string>>();
    for (const { uses } of steps) {
      const [action, commit] = (uses ?? '').split('@');
      if (action && commit) versions.set(action, (versions.get(action) ?? new Set()).add(commit));
    }
    for (const [action, commits] of versions) expect([...commits], action).toHaveLength(1);
  });

  test('has read-only permissions except in publishing jobs', () => {
    expect(workflow.permissions).toEqual({ contents: 'read' });
    for (const [name, { permissions, needs }] of Object.entries(workflow.jobs)) {
      if (permissions === undefined) continue;
      expect(needs, 'a job with more permissions publishes what another has packed').toBe('pack');
      const writes = Object.entries(permissions).flatMap(([scope, access]) => (access === 'write' ? [scope] : []));
      // The job commits the package to a separate branch.
      expect(writes).toEqual([name === 'distribution' ? 'contents' : 'id-token']);
    }
  });

  test('has a concurrency group and a timeout for each job', () => {
    expect(workflow.concurrency?.group).toBeTruthy();
    for (const job of jobs) expect(job['timeout-minutes']).toBeGreaterThan(0);
  });

  test('runs only scripts that package.json defines', () => {
    const named = steps.flatMap(({ run = '' }) =>
      [...run.matchAll(/\bnpm (run )?([\w:-]+)/g)].map(([, isRun, name = '']) => ({
        isRun: isRun !== undefined,
        name,
      })),
    );
    expect(named.length).toBeGreaterThan(0);
    for (const { isRun, name } of named)
      expect(isRun ? Object.keys(scripts) : [...Object.keys(scripts), ...ofNpm]).toContain(name);
  });

  test('uses no expressions in shell scripts', () => {
    for (const { run = '' } of steps) expect(run).not.toContain('${{');
  });

  test('uses only the Open VSX token as a secret, in a protected environment', () => {
    const { 'open-vsx': openVsx, ...others } = workflow.jobs;
    expect(JSON.stringify(others)).not.toMatch(/\bsecrets\./);
    const secrets = JSON.stringify(openVsx ?? {}).match(/\bsecrets\.\w+/g) ?? [];
    expect(secrets).toEqual(openVsx === undefined ? [] : ['secrets.OVSX_PAT']);
    if (openVsx !== undefined) expect(openVsx.environment).toBe('open-vsx');
  });
});

test('the release workflow runs only for version tags', () => {
  const release = workflows.find(([name]) => name === 'release.yml')?.[1].workflow;
  expect(release?.on).toEqual({ push: { tags: ['v*.*.*'] } });
});
