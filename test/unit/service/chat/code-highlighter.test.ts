// @vitest-environment happy-dom

import { afterEach, describe, expect, it, vi } from 'vitest';
import { highlightPieces } from '../../../../src/service/chat/webview/markdown/highlight.ts';
import { AnswerText, loadRenderer } from '../../../../src/service/chat/webview/messages/answer-text.ts';
import { setFolded } from '../../../../src/service/chat/webview/messages/code-blocks.ts';
import { fc } from '../../random-runs.ts';

await loadRenderer();

/** Classes of highlight.js, such as `code-title function_`. */
const KINDS = /^(code-[\w-]+( \w+_)*)?$/;
const languages = 'bash cpp csharp css diff go java javascript json python rust sql typescript xml yaml'.split(' ');

const highlighted = (text: string, language: string) => {
  const box = document.createElement('pre');
  box.append(...highlightPieces(text, language));
  return box;
};

/** Creates an answer that is attached to the page. */
function start() {
  const box = document.createElement('div');
  document.body.append(box);
  return { box, answer: new AnswerText(box) };
}

const spans = (box: Element) =>
  [...box.querySelectorAll('code span')].map(({ className, textContent }) => `${className} ${textContent}`);

afterEach(() => document.body.replaceChildren());

describe('highlighted code', () => {
  it.each(languages)('preserves the text, and contains only spans with known classes: %s', (language) => {
    const words = fc.constantFrom(
      ...'<img src=x onerror=alert(1)> <script> </style> ` " \' \\ // /* */ # -- <!-- --> { } ( ) 12 0x1f if class def fn let = ; \n \t @a $b é 🙂'.split(
        / /,
      ),
      '\n',
      ' ',
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.array(words).map((all) => all.join(' ')),
          fc.string(),
        ),
        (text) => {
          const box = highlighted(text, language);
          expect(box.textContent).toBe(text);
          for (const one of box.querySelectorAll('*')) {
            expect(one.localName).toBe('span');
            expect(one.className).toMatch(KINDS);
            expect(one.getAttributeNames().filter((name) => name !== 'class')).toEqual([]);
          }
        },
      ),
    );
  });

  it('marks keywords, strings and comments', () => {
    const box = highlighted('const a = "b"; // c', 'typescript');
    expect([...box.children].map(({ className, textContent }) => [className, textContent])).toEqual([
      ['code-keyword', 'const'],
      ['code-string', '"b"'],
      ['code-comment', '// c'],
    ]);
  });
});

describe('long code', () => {
  const method = 'function a() {\n  return "b";\n}\n\n';
  const piecesOf = (text: string, language = 'typescript') =>
    [...highlightPieces(text, language)].map(({ textContent }) => textContent ?? '');

  it('is highlighted in pieces, as if it were highlighted at once', () => {
    const text = method.repeat(250);
    const pieces = piecesOf(text);
    expect(pieces.join('')).toBe(text);
    expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThanOrEqual(2500);
    expect(highlighted(text, 'typescript').innerHTML).toBe(highlighted(method, 'typescript').innerHTML.repeat(250));
  });

  it('is not split in a comment or a text, or in markup', () => {
    for (const [open, close, kind] of [
      ['/*', '*/', 'comment'],
      ['`', '`', 'string'],
    ]) {
      const inside = `${open}${'const\n\n'.repeat(150)}${close};\n\n`;
      const box = highlighted(`${method.repeat(30)}${inside}${method.repeat(30)}`, 'typescript');
      expect([...box.querySelectorAll(`.code-${kind}`)].map(({ textContent }) => textContent)).toContain(
        inside.slice(0, -3),
      );
    }
    expect(piecesOf('<script>\n\nlet a = 1;\n\n</script>\n\n'.repeat(100), 'html')).toHaveLength(1);
  });

  it.each(['a ', 'fn ', 'a&', '_', 'a\n'])('is plain if it could take quadratic time: %j again and again', (word) => {
    const text = `${method}${word.repeat(3000)}\n\n${method}`;
    const box = highlighted(text, 'cpp');
    expect(box.textContent).toBe(text);
    expect(box.lastChild?.nodeType).toBe(Node.TEXT_NODE);
    expect(box.lastChild?.textContent).toContain(word.repeat(3000));
  });
});

describe('code in a response', () => {
  const code = '```ts\nconst a = 1;\n```\n';

  it('is plain while it may still grow, and is highlighted once two blocks follow it', async () => {
    const { box, answer } = start();
    answer.show('```ts\nconst a', false, true);
    answer.show(code, false, true);
    answer.show(`${code}\nmore\n`, false, true);
    await vi.dynamicImportSettled();
    expect(spans(box)).toEqual([]);
    answer.show(`${code}\nmore\n\nand more\n\n`, false, true);
    await expect.poll(() => spans(box)).toEqual(['code-keyword const', 'code-number 1']);
    answer.show(`${code}\nmore\n\nand more\n\nto the end`, true, true);
    expect(spans(box)).toEqual(['code-keyword const', 'code-number 1']);
    expect(box.querySelector('code')?.textContent).toBe('const a = 1;\n');
  });

  it('is highlighted when the response ends, also inside a list and after rendering again', async () => {
    const { box, answer } = start();
    const text = `- a\n\n  ${code.replaceAll('\n', '\n  ')}\n\n[a]\n`;
    answer.show(text, false, true);
    answer.show(`${text}\n[a]: https://a.example\n`, true, true);
    await expect.poll(() => spans(box)).toEqual(['code-keyword const', 'code-number 1']);
    answer.show(`${text}\n[a]: https://a.example\n`, true, false);
    expect(box.querySelector('code')).toBeNull();
    answer.show(`${text}\n[a]: https://a.example\n`, true, true);
    await expect.poll(() => spans(box)).toEqual(['code-keyword const', 'code-number 1']);
  });

  it('stays highlighted and folded, and keeps the focus, when the end of a response defines a link', async () => {
    const { box, answer } = start();
    const long = `\`\`\`ts\n${'const a = 1;\n'.repeat(40)}\`\`\`\n`;
    const text = `${code}\n> ${code.replaceAll('\n', '\n> ')}\n\n${long}\nSee [r].\n\nand more\n\n`;
    answer.show(text, false, true);
    await expect.poll(() => spans(box).length).toBeGreaterThan(80);
    const before = spans(box);
    const pre = box.querySelector('pre');
    pre?.focus();
    answer.show(`${text}[r]: https://a.example\n`, true, true);
    expect(document.activeElement).toBe(pre);
    expect(spans(box)).toEqual(before);
    expect(box.querySelectorAll('.code.folded .code-fold')).toHaveLength(1);
    expect(box.querySelector('a')?.href).toBe('https://a.example/');
  });

  it('stays expanded when the response leaves the viewport and comes back, and when it is continued', () => {
    const { box, answer } = start();
    const long = `\`\`\`\n${'line\n'.repeat(40)}\`\`\`\n\n`;
    const folded = () => [...box.querySelectorAll('.code')].map((one) => one.classList.contains('folded'));
    const show = (text: string, ended: boolean, near = true) => answer.show(text, ended, near);
    show(long + long, true);
    setFolded(box.querySelectorAll('.code')[1] as Element, false);
    show(long + long, true, false);
    show(long + long, true, false);
    show(long + long, true);
    expect(folded()).toEqual([true, false]);
    show(`${long + long}more\n\nand more\n\n`, false);
    show(`${long + long}more\n\nand more\n\n`, true);
    expect(folded()).toEqual([true, false]);
    setFolded(box.querySelectorAll('.code')[1] as Element, true);
    show(`${long + long}more\n\nand more\n\n`, true, false);
    show(`${long + long}more\n\nand more\n\n`, true);
    expect(folded()).toEqual([true, true]);
  });

  it.each([
    ['shell', 'if true; then'],
    ['console', 'if true; then'],
    ['c', 'return 1;'],
    ['h', 'return 1;'],
    ['scss', 'a { color: red }'],
    ['less', 'a { color: red }'],
    ['vue', '<a href="b">'],
  ])('is highlighted for %s as for the language it is like', (language, text) => {
    expect(highlighted(text, language).querySelector('[class^=code-]')).not.toBeNull();
  });

  it.each(['mermaid', 'math', 'latex', 'constructor', '__proto__', '', 'ts"onclick="alert(1)'])(
    'is not highlighted for the language %j',
    async (language) => {
      const { box, answer } = start();
      answer.show(`\`\`\`${language}\nconst a = 1;\n\`\`\`\n\n\`\`\`ts\nconst\n\`\`\``, true, true);
      await expect.poll(() => spans(box)).toEqual(['code-keyword const']);
    },
  );

  it('is not highlighted if it is too long', async () => {
    const { box, answer } = start();
    answer.show(`\`\`\`js\n${'let a;\n'.repeat(1500)}\`\`\`\n\n\`\`\`ts\nconst\n\`\`\``, true, true);
    await expect.poll(() => spans(box)).toEqual(['code-keyword const']);
  });
});
