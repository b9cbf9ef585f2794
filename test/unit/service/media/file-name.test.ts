import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { extensionOf, freeName, nameFrom, timeStamp } from '../../../../src/service/media/file-name.ts';
import { fc } from '../../random-runs.ts';

describe('file names', () => {
  test('are derived from the words of a text', () => {
    expect(nameFrom('A small boat, at dawn!', 'image')).toBe('a-small-boat-at-dawn');
    expect(nameFrom('Ein schönes Haus', 'image')).toBe('ein-schönes-haus');
    expect(nameFrom('../../etc/passwd', 'image')).toBe('etc-passwd');
    expect(nameFrom('C:\\Windows\\system.ini', 'image')).toBe('c-windows-system-ini');
    expect(nameFrom('…\u202e…', 'image')).toBe('image');
    expect(nameFrom('CON', 'image')).toBe('image');
  });

  test('never leave their folder, for any text', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.string(),
      fc.webPath(),
      fc.constantFrom('..', '.', '/', '\\', 'nul'),
    );
    fc.assert(
      fc.property(text, (hostile) => {
        const name = nameFrom(hostile, 'image');
        expect(name).toMatch(/^[\p{L}\p{M}\p{N}]+(-[\p{L}\p{M}\p{N}]+)*$/u);
        expect([...name].length).toBeLessThanOrEqual(40);
        expect(path.posix.dirname(path.posix.join('/images', name))).toBe('/images');
        expect(path.win32.dirname(path.win32.join('C:\\images', name))).toBe('C:\\images');
      }),
    );
  });

  test('are different from existing file names', async () => {
    const taken = new Set(['a.png', 'a-2.png']);
    expect(await freeName('a', 'png', async (name) => taken.has(name))).toBe('a-3.png');
    expect(await freeName('b', 'png', async (name) => taken.has(name))).toBe('b.png');
  });

  test('have the extension of their content type', () => {
    expect(
      ['audio/mpeg', 'audio/mp4', 'image/jpeg', 'application/x-msdownload', 'constructor'].map(extensionOf),
    ).toEqual(['mp3', 'm4a', 'jpg', 'bin', 'bin']);
  });

  test('contain a timestamp', () => {
    expect(timeStamp(new Date(2026, 0, 2, 3, 4, 5).getTime())).toBe('20260102-030405');
  });
});
