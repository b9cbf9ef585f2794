import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Uri as EditorUri } from 'vscode';
import { GeneratedFiles } from '../../../../src/service/media/generated-files.ts';
import { TemporaryFolder } from '../../../temporary-folder.ts';
import { Uri } from '../../fake-vscode.ts';

let folder: TemporaryFolder;
beforeEach(() => {
  folder = new TemporaryFolder('generated');
});
afterEach(() => folder.remove());

/** The storage as one window sees it. */
const oneWindow = () => new GeneratedFiles(Uri.file(folder.path) as unknown as EditorUri);
const bytes = (text: string) => new TextEncoder().encode(text);
const made = () => readdirSync(folder.at('made')).filter((name) => !name.endsWith('.about.json'));

describe('generated files', () => {
  test('are all stored when several windows store files with the same name', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const windows = [oneWindow(), oneWindow(), oneWindow()];
    const kept = await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        (windows[index % 3] as GeneratedFiles).store({ from: 'A boat' }, 'png', bytes(`picture ${index}`), {
          prompt: String(index),
        }),
      ),
    );
    expect(made()).toHaveLength(12);
    for (const [index, file] of kept.entries()) {
      expect(readFileSync(file.fsPath, 'utf8')).toBe(`picture ${index}`);
      expect(await oneWindow().about(file)).toEqual({ prompt: String(index) });
    }
  });

  test('are stored even if their metadata cannot be written', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const first = await oneWindow().store({ from: 'A boat' }, 'png', bytes('one'));
    mkdirSync(`${first.fsPath.replace('.png', '-2.png')}.about.json`);
    const second = await oneWindow().store({ from: 'A boat' }, 'png', bytes('two'), { prompt: 'x' });
    expect(readFileSync(second.fsPath, 'utf8')).toBe('two');
  });

  test('are limited to the newest 200, even if two windows remove old files at the same time', async () => {
    for (let index = 0; index < 205; index++) folder.write(`made/${index}.wav`, 'x');
    await Promise.all([
      oneWindow().store({ from: 'a' }, 'wav', bytes('a')),
      oneWindow().store({ from: 'b' }, 'wav', bytes('b')),
    ]);
    expect(made()).toHaveLength(200);
    expect(made().filter((name) => /^[ab]-/.test(name))).toHaveLength(2);
    expect(await oneWindow().newest('wav')).toHaveLength(200);
  });

  test('are not said to be none if their folder cannot be read', async () => {
    const files = oneWindow();
    folder.write('made', 'a file where the folder belongs');
    await expect(files.store({ from: 'a' }, 'wav', bytes('a'))).rejects.toThrow();
    await expect(files.newest('wav')).rejects.toThrow('not a directory');
  });
});
