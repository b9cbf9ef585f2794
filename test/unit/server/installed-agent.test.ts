/** The version of the installed Oh My Pi is read from its package, without running anything. */
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { machine } from '../../../server/machine.ts';

let folder = '';

async function install(at: string, version: string, name = '@oh-my-pi/pi-coding-agent'): Promise<string> {
  const root = path.join(folder, at, 'node_modules', '@oh-my-pi', 'pi-coding-agent');
  await mkdir(path.join(root, 'dist'), { recursive: true });
  await writeFile(path.join(root, 'package.json'), JSON.stringify({ name, version }));
  await writeFile(path.join(root, 'dist', 'cli.js'), 'throw new Error("was run");');
  return path.join(root, 'dist', 'cli.js');
}

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'switchyard-agent-'));
  await mkdir(path.join(folder, 'bin'));
  vi.stubEnv('PATH', [path.join(folder, 'empty'), path.join(folder, 'bin')].join(path.delimiter));
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(folder, { recursive: true });
});

test.skipIf(process.platform === 'win32')('finds the version of an agent that is linked from PATH', async () => {
  await symlink(await install('lib', '17.0.3'), path.join(folder, 'bin', 'omp'));
  expect(machine.installedAgent()).toBe('17.0.3');
});

test('finds the version of an agent in a folder on PATH, as on Windows', async () => {
  await install('bin', '18.1.0');
  expect(machine.installedAgent()).toBe('18.1.0');
});

test('returns undefined if the agent is not installed or another program has its name', async () => {
  expect(machine.installedAgent()).toBeUndefined();
  await install('bin', '1.0.0', 'omp');
  expect(machine.installedAgent()).toBeUndefined();
});
