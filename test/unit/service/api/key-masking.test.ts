import { describe, expect, it } from 'vitest';
import { createCleaner } from '../../../../src/service/api/clean.ts';
import { fc } from '../../random-runs.ts';
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
    ['in capitals', SPECIAL.toUpperCase()],
    ['percent-encoded', encodeURIComponent(SPECIAL)],
    ['percent-encoded as a whole', everyPercent(SPECIAL)],
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
        fc.pre(/\d/.test(secret));
        const { redact } = createCleaner(secret);
        for (const form of [secret, encodeURIComponent(secret), everyPercent(secret)])
          expect(redact(`${before}${form}`)).not.toContain(form);
      }),
    );
  });

  it.each(['test', 'ollama', 'EMPTY', 'id', 'data', 'abc1234', 'not-needed', 'lm-studio', 'placeholder'])(
    'leaves running text as it is if the key is the everyday word %s',
    (key) => {
      const cleaner = createCleaner(key);
      const text = `This is a ${key} of ${key}: ${encodeURIComponent(key)}`;
      expect(cleaner.redact(text)).toBe(text);
      expect(cleaner.cleanLine(text)).toBe(text);
      expect(cleaner.redactText(text)).toBe(text);
      expect(cleaner.readJson(JSON.stringify({ [key]: text }))).toEqual({ [key]: text });
      const { push, flush } = cleaner.redactPieces();
      // Nothing is held back.
      expect([...text].map(push).join('')).toBe(text);
      expect(flush()).toBe('');
    },
  );

  it.each(['sk-abcde', 'test1234', 'abcdefghijklmnopqrst', 'ab12cd34'])('masks the short or plain secret %s', (key) => {
    expect(createCleaner(key).redact(`Key: ${key}.`)).toBe(key === 'sk-abcde' ? 'Key: sk-abcde.' : 'Key: •••.');
  });

  it('masks the key in JSON with escaped characters', () => {
    const cleaner = createCleaner(KEY);
    const escaped = `{"key": "\\u0073${KEY.slice(1)}", "note": "\\"a\\u00e9\\""}`;
    expect(cleaner.redactText(escaped)).toBe('{"key":"•••","note":"\\"aé\\""}');
    expect(cleaner.readJson(escaped)).toEqual({ key: '•••', note: '"aé"' });
    expect(createCleaner('sk/12"34567').readJson('["sk\\/12\\"34567"]')).toEqual(['•••']);
  });

  it('leaves JSON valid in which a number looks like the key', () => {
    expect(createCleaner('12345678').readJson('{"at": 12345678, "key": "12345678"}')).toEqual({
      at: 12345678,
      key: '•••',
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
