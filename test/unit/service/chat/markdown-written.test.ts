// @vitest-environment happy-dom
/** Markdown as models write it: whole, and a character at a time. */
import { describe, expect, it } from 'vitest';
import { rendered, streamed } from './markdown.ts';

/** Returns the inner HTML of the blocks. */
function shown(source: string): string {
  const box = rendered(source);
  expect(streamed([...source])).toBe(box.innerHTML);
  return [...box.children]
    .flatMap((group) => [...group.children])
    .map((block) => block.innerHTML)
    .join('\n');
}

describe('an answer', () => {
  it.each([
    ['这是**“重点”**内容。**注意：**请看。', '这是<strong>“重点”</strong>内容。<strong>注意：</strong>请看。'],
    ['これは**「重要」**です。', 'これは<strong>「重要」</strong>です。'],
    ['**강조(하기)**는', '<strong>강조(하기)</strong>는'],
    ['说*（是）*吗，~~（不）~~了', '说<em>（是）</em>吗，<s>（不）</s>了'],
    ['a**"b"**c', 'a**"b"**c'],
    ['2**3**4', '2<strong>3</strong>4'],
    ['snake_case_中 and 中_文_', 'snake_case_中 and 中_文_'],
  ])('emphasizes punctuation beside CJK text: %s', (source, html) => expect(shown(source)).toBe(html));

  it.each([
    ['first<br>second<br/>third<BR />x', 'first<br>\nsecond<br>\nthird<br>\nx'],
    ['&lt;br&gt; \\<br> `<br>` <b>', '&lt;br&gt; &lt;br&gt; <code dir="ltr">&lt;br&gt;</code> &lt;b&gt;'],
  ])('breaks lines only in the cells of a table: %s', (cell, html) => {
    expect(rendered(`| a |\n|---|\n| ${cell} |`).querySelector('td')?.innerHTML).toBe(html);
    shown(`| a |\n|---|\n| ${cell} |`);
    expect(shown('a<br>b')).toBe('a&lt;br&gt;b');
  });

  it('has a direction for each block, and code from left to right', () => {
    const box = rendered('שלום `a.b()` עולם\n\nhello\n\n```sh\nnpm install foo;\n```\n\n- אחת\n');
    const blocks = [...box.querySelectorAll('.part > *')];
    expect(blocks.map((block) => block.getAttribute('dir'))).toEqual(['auto', 'auto', 'ltr', 'auto']);
    expect(box.querySelector('p code')?.getAttribute('dir')).toBe('ltr');
  });

  it.each([
    [
      'See https://example.com/docs. 见 https://example.com/文档。谢谢',
      ['https://example.com/docs', 'https://example.com/%E6%96%87%E6%A1%A3'],
    ],
    [
      '(https://a.example/x_(y)) and **https://b.example/?a=1&b=2**!',
      ['https://a.example/x_(y)', 'https://b.example/?a=1&b=2'],
    ],
    [
      'http://localhost:3000, https://a.example/a*b* `https://no.example` xhttps://no.example',
      ['http://localhost:3000/', 'https://a.example/a*b'],
    ],
    ['[text https://no.example](https://c.example) <https://d.example>', ['https://c.example/', 'https://d.example/']],
    ['https:// http://[ ftp://a.example javascript://a.example', []],
  ])('makes links of addresses: %s', (source, links) => {
    shown(source);
    const hrefs = [...rendered(source).querySelectorAll('a')].map((link) => link.getAttribute('href'));
    expect(hrefs).toEqual(links);
  });

  it('shows where a link leads whose text looks like another address', () => {
    expect(rendered('https://g\u043eogle.example/').querySelector('.link-place')?.textContent).toBe(
      'xn--gogle-jye.example',
    );
    expect(rendered('https://a.example').querySelector('.link-place')).toBeNull();
  });

  it('keeps the backslashes of formulas', () => {
    expect(shown('\\(a_1\\) and \\[x \\\\ y\\] \\* \\_b\\_')).toBe('\\(a_1\\) and \\[x \\\\ y\\] * _b_');
  });
});
