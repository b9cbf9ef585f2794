/** Lookups on the real file system. */
import { chmodSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { expect, test, vi } from 'vitest';
import { machine } from '../../../server/workspace/machine.ts';
import { TemporaryFolder } from '../../temporary-folder.ts';

test.skipIf(process.platform === 'win32')('a file may be run if it is executable, and is not a folder', () => {
  const folder = new TemporaryFolder('machine');
  const file = folder.write('run.sh', '#!/bin/sh\n');
  const mayRun = (path: string) => machine.mayRun(pathToFileURL(path).href);
  expect(mayRun(file)).toBe(false);
  chmodSync(file, 0o755);
  expect([mayRun(file), mayRun(folder.path), mayRun(`${file}.gone`)]).toEqual([true, undefined, undefined]);
  expect(machine.mayRun('vscode-vfs://github/a/run.sh')).toBeUndefined();
  folder.remove();
});

test('on Windows, a file may be run if it has the ending of a program; whether others may is not known', () => {
  const folder = new TemporaryFolder('machine-windows');
  const [program, other] = [folder.write('run.exe', ''), folder.write('run.py', '')];
  const platform = vi.spyOn(process, 'platform', 'get').mockReturnValue('win32');
  const mayRun = (path: string) => machine.mayRun(pathToFileURL(path).href);
  expect([mayRun(program), mayRun(other)]).toEqual([true, undefined]);
  platform.mockRestore();
  folder.remove();
});
