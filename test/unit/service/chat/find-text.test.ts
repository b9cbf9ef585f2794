// @vitest-environment happy-dom
/** Where a text is found in a message, whose parts are in several elements. */
import { expect, test } from 'vitest';
import { rangesOf } from '../../../../src/service/chat/webview/messages/find-text.ts';

test.each([
  ['a', ['ab:0-1']],
  ['c', ['cd:0-1']],
  ['bc', ['ab:1-cd:1']],
  ['D', ['cd:1-2']],
  ['.', []],
])('%j', (query, places) => {
  const box = document.createElement('div');
  box.innerHTML = '<b>ab</b><i>cd</i>';
  const found = rangesOf(box, query);
  const texts = found.map(({ startContainer, startOffset, endContainer, endOffset }) => {
    const end = startContainer === endContainer ? '' : `${endContainer.textContent}:`;
    return `${startContainer.textContent}:${startOffset}-${end}${endOffset}`;
  });
  expect(texts).toEqual(places);
});
