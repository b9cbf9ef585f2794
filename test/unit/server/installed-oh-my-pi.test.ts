/** The version of the installed Oh My Pi is read from its package, without running anything. */
import { mkdir, symlink } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { machine } from '../../../server/workspace/machine.ts';
import { TemporaryFolder } from '../../temporary-folder.ts';

let folder: TemporaryFolder;

function install(at: string, version: string, name = '@oh-my-pi/pi-coding-agent'): string {
  const place = `${at}/node_modules/@oh-my-pi/pi-coding-agent`;
  folder.write(`${place}/package.json`, { name, version });
  return folder.write(`${place}/dist/cli.js`, 'throw new Error("was run");');
}

beforeEach(async () => {
  folder = new TemporaryFolder('agent');
  await mkdir(folder.at('bin'));
  vi.stubEnv('PATH', [folder.at('empty'), folder.at('bin')].join(path.delimiter));
});
afterEach(() => {
  vi.unstubAllEnvs();
  folder.remove();
});

test.skipIf(process.platform === 'win32')('finds the version of an agent that is linked from PATH', async () => {
  await symlink(install('lib', '17.0.3'), folder.at('bin/omp'));
  expect(machine.installedOhMyPi()).toBe('17.0.3');
});

test('finds the version of an agent in a folder on PATH, as on Windows', () => {
  install('bin', '18.1.0');
  expect(machine.installedOhMyPi()).toBe('18.1.0');
});

test('returns undefined if the agent is not installed or another program has its name', () => {
  expect(machine.installedOhMyPi()).toBeUndefined();
  install('bin', '1.0.0', 'omp');
  expect(machine.installedOhMyPi()).toBeUndefined();
});
