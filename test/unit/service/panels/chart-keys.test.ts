import { expect, test } from 'vitest';
import { markAfterKey } from '../../../../src/service/panels/webview/charts/chart.ts';

test.each([
  ['ArrowRight', 1, 2],
  ['ArrowDown', 4, 4],
  ['ArrowLeft', 1, 0],
  ['ArrowUp', 0, 0],
  ['Home', 3, 0],
  ['End', 1, 4],
  ['Enter', 1, undefined],
])('%s moves from mark %d of 5 to %s', (key, from, to) => {
  expect(markAfterKey(key, from, 5)).toBe(to);
});
