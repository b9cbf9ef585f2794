/**
 * The answer of 100 KB, compared with renderers made for streams. Every side gets the chunks that the panel
 * gets, one per frame, in real Chromium. The browser measures the time of the main thread: script, style and
 * layout. Painting is excluded, because the text is the same for all. The fastest of several rounds counts.
 */
// @ts-expect-error It comes without types.
import { tests as examples } from 'commonmark-spec';
import MarkdownIt from 'markdown-it';
import type { Page } from 'playwright-core';
import { openBenchPage } from './bench-page.ts';
import { piecesOfPanel } from './render.ts';
import { printRows, type Row } from './row.ts';
import type { Side } from './stream-page.ts';

interface Example {
  readonly markdown: string;
  readonly html: string;
}

const rounds = 3;
const sides: readonly Side[] = ['ours', 'streamingMarkdown', 'incremark', 'oursInColor', 'streamdown'];
const counted = ['ScriptDuration', 'RecalcStyleDuration', 'LayoutDuration'];

/** Measures and returns the results. */
export async function benchStreamRenderers(): Promise<Row[]> {
  const { page, close } = await openBenchPage('test/bench/stream-page.ts', 'stream');
  try {
    return [...rowsOf(await measure(page)), await conformance(page)];
  } finally {
    await close();
  }
}

/** Returns the milliseconds of the main thread for each side. The first round is warm-up. */
async function measure(page: Page): Promise<Record<Side, number>> {
  const browser = await page.context().newCDPSession(page);
  // Thread time instead of wall time excludes other load on the machine.
  await browser.send('Performance.enable', { timeDomain: 'threadTicks' });
  const spent = async () => {
    const { metrics } = await browser.send('Performance.getMetrics');
    return metrics.reduce((sum, { name, value }) => sum + (counted.includes(name) ? value * 1000 : 0), 0);
  };
  const pieces = piecesOfPanel();
  const least = {} as Record<Side, number>;
  for (let round = 0; round <= rounds; round++) {
    const texts: string[] = [];
    for (const side of sides) {
      const before = await spent();
      await call(page, 'stream', side, pieces);
      const time = (await spent()) - before;
      if (round > 0) least[side] = Math.min(least[side] ?? Number.POSITIVE_INFINITY, time);
      texts.push(await call<string>(page, 'shownText'));
      expectSameText(side, texts.at(-1) ?? '', texts[0] ?? '');
    }
  }
  return least;
}

/** Throws if a side shows different text: a renderer that shows less has less to do. */
function expectSameText(side: Side, text: string, expected: string): void {
  if (text === expected && text.length > 50_000) return;
  const at = Array.from(expected).findIndex((character, index) => text[index] !== character);
  const [theirs, ours] = [text, expected].map((whole) => whole.slice(Math.max(0, at - 30), at + 60));
  throw new Error(`${side} shows other text (${text.length} characters, not ${expected.length}): ${theirs} | ${ours}`);
}

function rowsOf(times: Record<Side, number>): Row[] {
  const against = (ours: number, peer: string, theirs: number, most: number): Row => ({
    what: `the same pieces, script + style + layout (${ours.toFixed(0)} ms) against ${peer} (${theirs.toFixed(0)} ms)`,
    figure: `${(ours / theirs).toFixed(2)} ×`,
    bar: `≤ ${most} ×`,
    met: ours <= theirs * most,
  });
  return [
    against(times.ours, 'streaming-markdown', times.streamingMarkdown, 2.5),
    against(times.ours, '@incremark/core', times.incremark, 1),
    against(times.oursInColor, 'streamdown, both with colors for code', times.streamdown, 0.1),
  ];
}

/** Neither of the two supports raw HTML, so examples with HTML are excluded. */
async function conformance(page: Page): Promise<Row> {
  const [withHtml, without] = [new MarkdownIt('commonmark'), new MarkdownIt('commonmark', { html: false })];
  const asked = (examples as readonly Example[])
    .map(({ markdown, html }) => ({ markdown: markdown.replaceAll('→', '\t'), html: html.replaceAll('→', '\t') }))
    .filter(({ markdown }) => withHtml.render(markdown) === without.render(markdown));
  const ours = await call<number>(page, 'conforming', 'ours', asked);
  const theirs = await call<number>(page, 'conforming', 'streamingMarkdown', asked);
  return {
    what: `CommonMark: examples without HTML with the right structure, of ${asked.length} (streaming-markdown: ${theirs})`,
    figure: String(ours),
    bar: `≥ ${asked.length}`,
    met: ours >= asked.length,
  };
}

function call<T = void>(page: Page, name: string, ...args: unknown[]): Promise<T> {
  return page.evaluate(
    ([chosen, given]) => (globalThis as unknown as Record<string, (...all: unknown[]) => T>)[chosen]?.(...given) as T,
    [name, args] as const,
  );
}

if (import.meta.main) printRows(await benchStreamRenderers());
