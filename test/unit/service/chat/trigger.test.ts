import { describe, expect, it } from 'vitest';
import { triggerAt } from '../../../../src/service/chat/webview/composer/completion.ts';

/** `|` marks the cursor. */
const at = (text: string) => triggerAt(text.replace('|', ''), text.indexOf('|'));

describe('completion in the composer', () => {
  it.each([
    ['/|', { sign: '/', start: 0, query: '' }],
    ['/mod|', { sign: '/', start: 0, query: 'mod' }],
    ['#|', { sign: '#', start: 0, query: '' }],
    ['why #fi| now', { sign: '#', start: 4, query: 'fi' }],
    ['#file:src/re|', { sign: '#', start: 0, query: 'src/re', of: 'file' }],
    ['a\n#run:|', { sign: '#', start: 2, query: '', of: 'run' }],
  ])('is offered at %j', (text, trigger) => {
    expect(at(text)).toEqual(trigger);
  });

  it.each(['|', 'a /mod|', '/mod x|', 'C#|', '#other:|', '#file: |', 'see issue#3|'])(
    'is not offered at %j',
    (text) => {
      expect(at(text)).toBeUndefined();
    },
  );
});
