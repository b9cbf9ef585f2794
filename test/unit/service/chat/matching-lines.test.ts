import { describe, expect, it } from 'vitest';
import { matchingLines } from '../../../../src/service/chat/code/code-actions.ts';

const file = `import x from 'x';

function one() {
  if (x) {
    return 1;
  }
}

function two() {
  return 2;
}
`;

describe('matchingLines', () => {
  it('returns the range that starts and ends like the code', () => {
    expect(matchingLines('function two() {\n  return 3;\n}\n', file)).toEqual({ start: 8, end: 11 });
    expect(matchingLines('\nfunction one() {\n  return x;\n}', file)).toEqual({ start: 2, end: 7 });
  });

  it.each([
    ['is not in the file', 'function three() {\n}\n'],
    ['is one line', 'return 1;\n'],
    ['is empty', '\n\n'],
  ])('returns undefined if the code %s', (_what, code) => {
    expect(matchingLines(code, file)).toBeUndefined();
  });

  it('returns undefined if two ranges match', () => {
    expect(matchingLines('a {\n}\n', 'a {\n}\na {\n}\n')).toBeUndefined();
  });
});
