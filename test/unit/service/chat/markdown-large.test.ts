// @vitest-environment happy-dom
/** One table or paragraph of any size is drawn piece by piece, and equals a rendering of the whole text. */
import { describe, expect, it, vi } from 'vitest';
import { MarkdownStream } from '../../../../src/service/chat/webview/markdown/stream.ts';
import { isLongRun } from '../../random-runs.ts';
import { rendered } from './markdown.ts';

/** Rows of a table, and sentences of a paragraph. With fewer, it's a small block, which is drawn as a whole. */
const [rows, sentences] = isLongRun ? [3000, 600] : [1200, 200];

const words = 'The **router** sends each `request` to one of the *models*, and [logs](https://a.example) it. ';
const sentence = (index: number) => `${index} ${words}`;
const texts: Readonly<Record<string, string>> = {
  table: `| a | b |\n|---|:-:|\n${Array.from({ length: rows }, (_, index) => `| ${index} | **b** |\n`).join('')}`,
  'table and what follows': `Intro\n\n| a | b |\n|---|---|\n${'| 1 | 2 |\n'.repeat(rows)}\n# End\n\n- x\n`,
  'table that a heading ends': `| a | b |\n|---|---|\n${'| 1 | 2 |\n'.repeat(rows)}# End\ntext`,
  paragraph: Array.from({ length: sentences }, (_, index) => sentence(index)).join(''),
  'paragraph of lines': Array.from({ length: sentences }, (_, index) => `${sentence(index).trim()}\n`).join(''),
  'paragraph with lines like blocks': `${'x'.repeat(7990)}\n${'1984. a year - # no | t |\n2) b\n'.repeat(1000)}\n\nEnd`,
  'paragraph above a line of dashes': `${sentence(0).repeat(200)}\n---\n\n${sentence(0).repeat(200)}\n===\nEnd`,
  heading: `# ${sentence(0).repeat(300)}\n\nEnd`,
  'paragraph without spaces': `${'x'.repeat(30_000)} ${'y'.repeat(30_000)}`,
  'paragraph below a short one': `Short\n\n  ${sentence(1).repeat(300)}\n\nEnd`,
  'paragraph with definitions': `${sentence(0).repeat(200)}[a]\n\n[a]: https://b.example\n`,
};

/** Streams a text in pieces of a length, and counts the nodes that are created. */
function stream(text: string, length: number): { html: string; created: number } {
  const create = vi.spyOn(document, 'createElement');
  const box = document.createElement('div');
  const markdown = new MarkdownStream(box);
  for (let at = 0; at < text.length; at += length) markdown.append(text.slice(at, at + length));
  const created = create.mock.calls.length;
  create.mockRestore();
  markdown.finish();
  return { html: box.innerHTML, created };
}

describe('a large block in an answer', () => {
  it.each(Object.entries(texts))('equals the whole when it is streamed: %s', (_what, text) => {
    const whole = rendered(text).innerHTML;
    for (const length of isLongRun ? [613, 5000] : [1613])
      expect(stream(text, length).html === whole, `pieces of ${length}`).toBe(true);
  });

  it.each([
    ['table', (size: number) => `| a | b |\n|---|---|\n${'| one | *two* |\n'.repeat(size / 16)}`],
    ['paragraph', (size: number) => words.repeat(size / words.length)],
  ])('creates four times as many nodes if it is four times as long: %s', (_what, textOf) => {
    const [small, large] = [10_000, 40_000].map((size) => stream(textOf(size), 1000).created);
    expect((large ?? 0) / (small ?? 0)).toBeLessThan(4.8);
  });

  it('is drawn again only after it has grown by a tenth, if it is always drawn as a whole', () => {
    const box = document.createElement('div');
    const markdown = new MarkdownStream(box);
    const item = `- ${words}\n`;
    markdown.append(item.repeat(10_000 / item.length));
    let drawn = 0;
    for (let more = 0; more < 10_000; more += item.length) {
      const before = box.textContent.length;
      markdown.append(item);
      if (box.textContent.length !== before) drawn++;
    }
    expect(drawn).toBeGreaterThan(4);
    expect(drawn).toBeLessThan(10);
  });
});
