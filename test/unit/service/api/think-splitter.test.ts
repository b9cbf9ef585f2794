import { describe, expect, it } from 'vitest';
import { ThinkSplitter } from '../../../../src/service/api/chat/think-splitter.ts';

function split(pieces: readonly string[], continues = false): { text: string; reasoning: string } {
  const whole = { text: '', reasoning: '' };
  const splitter = new ThinkSplitter(continues);
  for (const [kind, text] of [...pieces.flatMap((piece) => splitter.push(piece)), ...splitter.flush()])
    whole[kind] += text;
  return whole;
}

describe('reasoning in the text', () => {
  it.each([
    ['<think>\nThe user asks.\n</think>\n\nIt is 4.', 'It is 4.', 'The user asks.\n'],
    ['\n<thinking>a < b</thinking>c', 'c', 'a < b'],
    ['<think></think>a', 'a', ''],
    ['<think>cut off', '', 'cut off'],
    ['<think>a</thi', '', 'a</thi'],
    ['<thin', '<thin', ''],
    ['<thinker>a</think>', '<thinker>a</think>', ''],
    ['a <think>b</think> c', 'a <think>b</think> c', ''],
    ['<think>a</think>b <think>c</think>', 'b <think>c</think>', 'a'],
    ['', '', ''],
  ])('is separated only at the beginning, whole and by character: %j', (source, text, reasoning) => {
    expect(split([source])).toEqual({ text, reasoning });
    expect(split([...source])).toEqual({ text, reasoning });
    expect(split([source], true)).toEqual({ text: source, reasoning: '' });
  });
});
