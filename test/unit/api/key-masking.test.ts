import { describe, expect, it } from 'vitest';
import { createCleaner } from '../../../src/api/clean.ts';
import { oneLine, plainText } from '../../../src/shared/format.ts';
import { fc } from '../random-runs.ts';
import { KEY } from './support.ts';

const SPECIAL = 'sk/a+b=c&d"e<f>?~-._!1234';
const hex = (text: string) => Buffer.from(text).toString('hex');
const everyPercent = (text: string) => hex(text).replace(/../g, '%$&');

describe('key masking', () => {
  it.each([
    ['in plain text', SPECIAL],
    ['in capitals', SPECIAL.toUpperCase()],
    ['percent-encoded', encodeURIComponent(SPECIAL)],
    ['percent-encoded in lower case', encodeURIComponent(SPECIAL).replace(/%../g, (one) => one.toLowerCase())],
    ['percent-encoded as a whole', everyPercent(SPECIAL)],
  ])('masks the key %s', (_, form) => {
    const seen = createCleaner(SPECIAL).redact(`before ${form} after`);
    expect(seen).toContain('•••');
    expect(seen.startsWith('before ')).toBe(true);
    expect(seen.endsWith(' after')).toBe(true);
    expect(seen).not.toContain(form.slice(6, 18));
  });

  it.each([
    ['in plain text', SPECIAL],
    ['with eight invisible characters in between', [...SPECIAL].join('\u200b'.repeat(8))],
    ['with tags in between', [...SPECIAL].join('\u{e0041}')],
    ['percent-encoded', encodeURIComponent(SPECIAL)],
  ])('masks the key %s at any split of a stream', (_, form) => {
    for (let at = 1; at < form.length; at++) {
      const { push, flush } = createCleaner(SPECIAL).redactPieces();
      expect(push(`before ${form.slice(0, at)}`) + push(`${form.slice(at)} after`) + flush()).not.toContain(form);
    }
  });

  it('preserves other text', () => {
    const text = 'The model "a/b" is not assigned to this key: c2stdGVzdA== 736b2d74 %73%6b';
    expect(createCleaner(KEY).redact(text)).toBe(text);
  });

  it('masks keys of every kind in every form', () => {
    const key = fc.string({
      unit: fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code)),
      minLength: 8,
      maxLength: 60,
    });
    fc.assert(
      fc.property(key, fc.string(), (secret, before) => {
        const { redact } = createCleaner(secret);
        for (const form of [secret, encodeURIComponent(secret), everyPercent(secret)])
          expect(redact(`${before}${form}`)).not.toContain(form);
      }),
    );
  });

  describe('with invisible characters in the key', () => {
    const code = (character: string) => `U+${character.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')}`;
    const invisible = Array.from({ length: 0x11_0000 }, (_, point) => point)
      .filter((point) => point < 0xd800 || point > 0xdfff)
      .map((point) => String.fromCodePoint(point))
      .filter((one) => /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u.test(one) && !/[\n\t]/.test(one));
    const escaped = (text: string) =>
      text.replace(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
    const cleaner = createCleaner(KEY);
    /** The printable ASCII of a text: what a reader could copy. */
    const readable = (text: string) => text.replace(/[^!-~]/g, '');
    /** Returns the characters with which `show` reveals a key that they split. */
    const revealing = (show: (text: string) => string) =>
      invisible.filter((one) => readable(show([...KEY].join(one))).includes(KEY)).map(code);

    it.each<[string, (text: string) => string]>([
      ['a line', cleaner.cleanLine],
      ['a text', cleaner.redact],
      ['a name', (text) => oneLine(cleaner.redact(text))],
      ['a description', (text) => plainText(cleaner.redact(text))],
      ['a name and a text of a record', (text) => JSON.stringify(cleaner.readJson(JSON.stringify({ [text]: text })))],
      ['details', (text) => JSON.stringify(cleaner.cleanJson([{ [text]: text }]))],
      ['JSON text', (text) => cleaner.redactText(JSON.stringify(text))],
      ['JSON text with escapes', (text) => cleaner.redactText(JSON.stringify(escaped(text)))],
    ])('masks the key in %s', (_, show) => expect(revealing(show)).toEqual([]));

    it('masks the key in JSON with escaped characters', () => {
      expect(cleaner.redactText('{"note": "\\"a\\u00e9\\"", "key": "sk-test\\f-1234\\udb40\\udc41567890"}')).toBe(
        '{"note":"\\"aé\\"","key":"•••"}',
      );
      expect(cleaner.redactText(`{"key": "\\u0073${KEY.slice(1)}"}`)).toBe('{"key":"•••"}');
    });

    it.each([KEY, everyPercent(KEY)])('masks the key in the form %s', (form) => {
      expect(cleaner.redact(`a ${[...form].join('\u00ad')} b`)).toBe('a ••• b');
    });
  });

  it('preserves invisible characters in text without the key', () => {
    const text = 'co\u00adoperate \u{1f469}\u200d\u{1f4bb} \\u200b \\ud83d\\udc69';
    expect(createCleaner(KEY).redact(text)).toBe(text);
  });

  it('masks the key in names and strings of a record and preserves the rest', () => {
    const { readJson } = createCleaner(KEY);
    const redactJson = (value: unknown) => readJson(JSON.stringify(value));
    const untouched = { id: 'a/b', price: 1e21, deep: [{ note: 'line\nbreak' }] };
    expect(redactJson(untouched)).toEqual(untouched);
    expect(redactJson({ [KEY]: [{ header: `Token ${KEY}` }], price: 0.1 })).toEqual({
      '•••': [{ header: 'Token •••' }],
      price: 0.1,
    });
    expect(createCleaner('nfo12345').readJson('{"text":"\\nfo12345"}')).toEqual({ text: '\nfo12345' });
  });
});
