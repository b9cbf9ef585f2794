// @vitest-environment happy-dom
/** Nesting of elements is limited, because the browser lays out nested elements recursively and ends with the window. */
import { describe, expect, it } from 'vitest';
import { highlightPieces } from '../../../../src/service/chat/webview/markdown/highlight.ts';
import { isLongRun } from '../../random-runs.ts';
import { rendered, streamed } from './markdown.ts';

/** The elements of blocks and of inline text, with the box of a block and the list items. */
const most = 50;

/** Returns the depth of the deepest element. Without recursion, which the tested trees could exhaust. */
function depthOf(root: Node): number {
  let deepest = 0;
  let level: Node[] = [root];
  for (; level.length > 0; deepest++) level = level.flatMap((node) => [...node.childNodes]);
  return deepest;
}

/** What a streamed text has at most. */
const [levels, letters] = isLongRun ? [40, 2500] : [24, 600];

const repeat = (text: string, end = '') => `${text.repeat(3000)}b${end.repeat(3000)}`;

const constructs: Readonly<Record<string, string>> = {
  'strikethrough, closed once': `${'~~a '.repeat(1787)}b~~ `,
  'strikethrough, closed': repeat('~~a ', '~~ '),
  'emphasis, closed': repeat('*a ', ' a*'),
  'emphasis without spaces': repeat('*a**', '**a*'),
  'a run of asterisks': `${'*'.repeat(20_000)}a${'*'.repeat(20_000)}`,
  underscores: repeat('_a ', 'a_ '),
  'all marks': repeat('*a __b ~~c ', ' c~~ b__ a*'),
  links: `${'['.repeat(3000)}a${'](https://a.example)'.repeat(3000)}`,
  images: `${'!['.repeat(3000)}a${'](https://a.example)'.repeat(3000)}`,
  'emphasis in links': `${'*a [b '.repeat(1000)}c${' b](https://a.example) a*'.repeat(1000)}`,
  quotes: repeat('> '),
  'quotes without spaces': repeat('>'),
  'bullet lists': repeat('- '),
  'numbered lists': repeat('1. '),
  'quotes and lists': repeat('> - 1. '),
  'indented lists': Array.from({ length: 300 }, (_, at) => `${'  '.repeat(at)}- a${at}`).join('\n'),
  'quotes with marks': `${'> '.repeat(100)}${repeat('*a ~~b ', ' b~~ a*')}`,
  'marks in a table': `| a |\n|---|\n| ${repeat('**a ~~b ', ' b~~ a**')} |`,
  'marks in a heading': `# ${repeat('*a ~~b ', ' b~~ a*')}`,
  'quotes with code': `${'> '.repeat(100)}\`\`\`\n${'> '.repeat(100)}b`,
};

describe('nested Markdown', () => {
  it.each(Object.entries(constructs))('is text past a depth: %s', (_, source) => {
    const box = rendered(source);
    expect(depthOf(box)).toBeLessThan(most);
    expect(streamed([source])).toBe(box.innerHTML);
    // The text is still there.
    expect(box.textContent).toContain(source.includes('a299') ? 'a299' : source.match(/[abc]/g)?.at(-1));
  });

  it.each(Object.entries(constructs))('is the same when it is streamed: %s', (_, source) => {
    // A letter at a time, the whole text would take minutes in this page. This is still deeper than the limit.
    const short = source.replace(/(.{1,24}?)\1{40,}/gs, (_all, unit: string) => unit.repeat(levels)).slice(0, letters);
    expect(streamed([...short])).toBe(rendered(short).innerHTML);
  });

  it('keeps what people write', () => {
    const list = Array.from({ length: 8 }, (_, at) => `${'  '.repeat(at)}- *a* **b ~~c~~**`).join('\n');
    const box = rendered(list);
    expect(box.querySelectorAll('ul')).toHaveLength(8);
    expect(box.querySelectorAll('strong s')).toHaveLength(8);
  });

  it('shows the marks of what is too deep', () => {
    const box = rendered(`${'*a '.repeat(40)}b${' a*'.repeat(40)}`);
    expect(box.querySelectorAll('em').length).toBeLessThan(25);
    expect(box.textContent).toContain('*a *a b a* a*');
  });
});

describe('nested code', () => {
  it.each([
    ['typescript', '`${'.repeat(200)],
    ['javascript', '`${{'.repeat(200)],
    ['bash', '"$('.repeat(200)],
    ['python', 'f"{'.repeat(200)],
    ['csharp', '$"{'.repeat(200)],
    ['rust', '/*'.repeat(200)],
    ['xml', '<a b="'.repeat(200)],
    ['json', '[{"a":'.repeat(200)],
    ['css', 'a{b:('.repeat(200)],
    ['cpp', '#define a("'.repeat(200)],
  ])('is plain past a depth: %s', (language, text) => {
    const node = document.createElement('pre');
    node.append(...highlightPieces(text, language));
    expect(depthOf(node)).toBeLessThan(most);
    expect(node.textContent).toBe(text);
  });
});
