import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createCleaner } from '../../../src/api/clean.ts';
import { KEY } from './support.ts';

const SPECIAL = 'sk/a+b=c&d"e<f>?~-._!1234';
const hex = (text: string) => Buffer.from(text).toString('hex');
const everyPercent = (text: string) => hex(text).replace(/../g, '%$&');

describe('masking of the key', () => {
  it.each([
    ['as it is', SPECIAL],
    ['in base64', btoa(SPECIAL)],
    ['in base64 without padding', btoa(SPECIAL).replace(/=+$/, '')],
    ['in URL-safe base64', Buffer.from(SPECIAL).toString('base64url')],
    ['in base64 behind other text', btoa(`Token ${SPECIAL}`)],
    ['in base64 between other text', btoa(`x:${SPECIAL}:more`)],
    ['in hexadecimal', hex(SPECIAL)],
    ['in hexadecimal with capitals', hex(SPECIAL).toUpperCase()],
    ['percent-encoded', encodeURIComponent(SPECIAL)],
    ['percent-encoded in lower case', encodeURIComponent(SPECIAL).replace(/%../g, (one) => one.toLowerCase())],
    ['percent-encoded as a whole', everyPercent(SPECIAL)],
    [
      'in HTML',
      SPECIAL.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;'),
    ],
    ['in HTML by numbers', [...SPECIAL].map((char) => `&#${char.charCodeAt(0)};`).join('')],
    ['in JSON', JSON.stringify(SPECIAL).slice(1, -1)],
    [
      'in JSON by numbers',
      [...SPECIAL].map((char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`).join(''),
    ],
  ])('finds it %s', (_, form) => {
    const seen = createCleaner(SPECIAL).redact(`before ${form} after`);
    expect(seen).toContain('•••');
    expect(seen.startsWith('before ')).toBe(true);
    expect(seen.endsWith(' after')).toBe(true);
    expect(seen).not.toContain(form.slice(6, 18));
  });

  it('leaves other text alone', () => {
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
        for (const form of [secret, btoa(secret), hex(secret), encodeURIComponent(secret), everyPercent(secret)])
          expect(redact(`${before}${form}`)).not.toContain(form);
      }),
    );
  });

  it('masks it in names and texts of a record, and keeps everything else as it is', () => {
    const { record } = createCleaner(KEY);
    const untouched = { id: 'a/b', price: 1e21, deep: [{ note: 'line\nbreak' }] };
    expect(record(untouched)).toEqual(untouched);
    expect(record({ [KEY]: [{ header: `Token ${KEY}` }], price: 0.1 })).toEqual({
      '•••': [{ header: 'Token •••' }],
      price: 0.1,
    });
    expect(createCleaner('nfo12345').record({ text: '\nfo12345' })).toEqual({ text: '\nfo12345' });
  });
});
