// @vitest-environment happy-dom

import MarkdownIt from 'markdown-it';
import { describe, expect, it } from 'vitest';
import { nodeOf } from '../../../../src/service/chat/webview/markdown/nodes.ts';
import { MarkdownStream } from '../../../../src/service/chat/webview/markdown/stream.ts';
import { fc, runs } from '../../random-runs.ts';
import { rendered } from './markdown.ts';
import { samples } from './markdown-samples.ts';

const ELEMENTS = new Set(
  'p br hr h1 h2 h3 h4 h5 h6 blockquote ul ol li pre code em strong s a span table thead tbody tr th td div button'.split(
    ' ',
  ),
);
const ATTRIBUTES = new Set(['dir', 'href', 'title', 'class', 'start', 'type', 'tabindex', 'aria-label', 'data-code']);

/** Asserts that no element loads, runs or links to anything forbidden. */
function expectHarmless(box: Element): void {
  for (const element of box.querySelectorAll('*')) {
    expect(ELEMENTS).toContain(element.localName);
    for (const { name, value } of element.attributes) {
      expect(ATTRIBUTES).toContain(name);
      if (name === 'href') expect(value).toMatch(/^(https?:\/\/|mailto:)/);
    }
  }
}

const dataUrl = `data:image/svg+xml;base64,${btoa('<svg onload="alert(1)"/>')}`;

describe('rendering hostile Markdown', () => {
  it.each([
    ['inline', '![secret](https://evil.example/p.png?d=1)', 'evil.example'],
    ['with a title', '![secret](https://evil.example/p.png "t")', 'evil.example'],
    ['by reference', '![secret][r]\n\n[r]: https://evil.example/p.png', 'evil.example'],
    ['by shortcut reference', '![secret]\n\n[secret]: https://evil.example/p.png', 'evil.example'],
    ['inside a link', '[![secret](https://evil.example/p.png)](https://good.example)', 'evil.example'],
    ['in a table', '| a |\n|---|\n| ![secret](https://evil.example/p) |', 'evil.example'],
    ['without a scheme', '![secret](//evil.example/p.png)', ''],
    ['with a relative path', '![secret](../p.png)', ''],
    ['from a data URL', `![secret](${dataUrl})`, ''],
    ['from a webview resource URL', '![secret](vscode-webview-resource://x/y)', ''],
  ])('never loads an image %s', (_how, source, place) => {
    const box = rendered(source);
    expectHarmless(box);
    expect(box.querySelector('img')).toBeNull();
    expect(box.querySelector('.image')?.textContent).toBe('Image: secret');
    if (place) expect(box.querySelector('.image + .link-place')?.textContent).toBe(place);
  });

  it.each([
    'command:workbench.action.quit',
    'command:workbench.action.terminal.sendSequence?%7B%7D',
    'vscode://publisher.extension/run',
    'vscode-insiders:run',
    'javascript:alert(1)',
    'JAVASCRIPT:alert(1)',
    '&#106;avascript:alert(1)',
    'java&Tab;script:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'data:image/png;base64,AAAA',
    'file:///etc/passwd',
    'vbscript:x',
    '//evil.example',
    '/absolute',
    'relative.md',
    '#anchor',
    '?query',
  ])('does not create a link to %s', (href) => {
    for (const source of [`[read me](<${href}>)`, `[read me][r]\n\n[r]: <${href}>`]) {
      const box = rendered(source);
      expectHarmless(box);
      expect(box.querySelector('a')).toBeNull();
      expect(box.textContent).toContain('read me');
    }
  });

  it.each(['<javascript:alert(1)>', '<command:run>', '<file:///etc/passwd>'])('creates no link from %s', (source) => {
    expect(rendered(source).querySelector('a')).toBeNull();
  });

  it.each([
    ['https://good.example/a', 'good.example'],
    ['https://google.com@evil.example/', 'evil.example'],
    ['https://g\u043eogle.com/', 'xn--gogle-jye.com'],
    ['http://host.example:8080/x', 'host.example:8080'],
    ['mailto:me@host.example', 'me@host.example'],
  ])('shows the destination of %s', (href, place) => {
    const box = rendered(`[https://google.com](<${href}>)`);
    expectHarmless(box);
    expect(box.querySelector('a + .link-place')?.textContent).toBe(place);
  });

  it('shows the destination once if the link text is the address', () => {
    expect(rendered('<https://good.example/>').textContent).toBe('https://good.example/');
  });

  it.each([
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '<svg onload=alert(1)><script>alert(1)</script></svg>',
    '<style>body{background:url(https://evil.example/)}</style>',
    '<iframe src="https://evil.example"></iframe>',
    '<a href="javascript:alert(1)">x</a>',
    '<math><mtext><img src=x onerror=alert(1)></mtext></math>',
    '<div style="background:url(https://evil.example/)">x</div>',
    '<link rel=stylesheet href=https://evil.example/>',
    '<meta http-equiv=refresh content="0;url=https://evil.example">',
    '<form action="https://evil.example"><input name=a></form>',
    '<vscode-button onclick=alert(1)>x</vscode-button>',
  ])('shows %s as text', (source) => {
    for (const wrapped of [
      source,
      `text ${source} text`,
      `- ${source}`,
      `> ${source}`,
      `\`${source}\``,
      `~~~\n${source}\n~~~`,
    ]) {
      const box = rendered(wrapped);
      expectHarmless(box);
      expect(box.textContent).toContain(source);
    }
  });

  it('creates no elements or attributes from the language of a code block', () => {
    const box = rendered('```js"onclick="alert(1)\nx\n```\n\n```<b>x</b>\ny\n```');
    expectHarmless(box);
    expect([...box.querySelectorAll('.code-language')].map((one) => one.textContent)).toEqual([
      'js"onclick="alert(1)',
      '<b>x</b>',
    ]);
  });

  it('aligns table cells without inline styles', () => {
    const box = rendered('| a | b |\n|--:|:-:|\n| 1 | 2 |');
    expect(box.querySelector('[style]')).toBeNull();
    expect([...box.querySelectorAll('td')].map((cell) => cell.className)).toEqual(['align-right', 'align-center']);
  });

  it('creates only safe elements for all samples and for random hostile input', () => {
    for (const source of Object.values(samples)) expectHarmless(rendered(source));
    const words = fc.constantFrom(
      ...[
        '![',
        '](',
        ')',
        '[',
        ']',
        '<',
        '>',
        '"',
        "'",
        '`',
        '\n',
        '\n\n',
        '    ',
        '|',
        '---',
        '&lt;',
        '&#60;',
        '\\',
        '\u0000',
      ],
      ...[
        'javascript:',
        'command:',
        'data:',
        'https://e.example',
        '<img src=x',
        'onerror=',
        '<svg',
        '<style>',
        '</',
        '[r]: ',
        '* ',
        '> ',
      ],
    );
    fc.assert(
      fc.property(fc.array(words, { maxLength: 25 }), (parts) => expectHarmless(rendered(parts.join('')))),
      { numRuns: runs(500) },
    );
  });
});

describe('rendering unexpected tokens', () => {
  const ELEMENT_NAMES = 'script iframe img style base meta form input svg math object embed link video template'.split(
    ' ',
  );

  it.each(ELEMENT_NAMES)('never creates a %s element', (tag) => {
    const hostile = (type: string, nesting: -1 | 0 | 1) => {
      const token = new MarkdownIt().parse('x', {})[0];
      if (token === undefined) throw new Error('no token');
      return Object.assign(Object.create(Object.getPrototypeOf(token)), token, {
        ...{ type, tag, nesting, content: '<img src=x onerror=alert(1)>', info: '"><img src=x>', children: null },
        attrs: [
          ['onclick', 'alert(1)'],
          ['style', 'background: url(https://evil.example)'],
          ['href', 'javascript:alert(1)'],
          ['src', 'https://evil.example/p'],
          ['start', 'x'],
        ],
      });
    };
    for (const type of ['html_block', 'x_open', 'fence', 'list_item_open']) {
      const inline = {
        ...hostile('inline', 0),
        children: [hostile('html_inline', 0), hostile('y_open', 1), hostile('image', 0)],
      };
      const box = document.createElement('div');
      box.append(nodeOf([hostile(type, type.endsWith('_open') ? 1 : 0), inline]));
      expectHarmless(box);
    }
  });
});

describe('combining marks', () => {
  const piled = `a${'\u0301'.repeat(60_000)} b${'\u{1e947}'.repeat(12)}`;

  it('are limited to ten on one letter, in one piece or many', () => {
    const shown = `a${'\u0301'.repeat(10)} b${'\u{1e947}'.repeat(10)}`;
    expect(rendered(piled).textContent?.trim()).toBe(shown);
    const box = document.createElement('div');
    const stream = new MarkdownStream(box);
    for (let at = 0; at < piled.length; at += 7) stream.append(piled.slice(at, at + 7));
    stream.finish();
    expect(box.textContent?.trim()).toBe(shown);
  });

  it('of a language are kept', () => {
    const text = 'בְּרֵאשִׁ֖ית བསྒྲུབས ที่นี่ 👩🏽‍💻 ❤️';
    expect(rendered(text).textContent?.trim()).toBe(text);
  });
});
