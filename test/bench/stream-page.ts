/** Runs in the page: renderers made for streamed text, including ours, with the same chunks as input. */

import { createIncremarkParser } from '@incremark/core';
import { code } from '@streamdown/code';
import { toDom } from 'hast-util-to-dom';
import { toHast } from 'mdast-util-to-hast';
import { createElement } from 'react';
import { createRoot } from 'react-dom/client';
import { Streamdown } from 'streamdown';
import * as smd from 'streaming-markdown';
import { MarkdownStream } from '../../src/service/chat/webview/markdown/stream.ts';
import { AnswerText } from '../../src/service/chat/webview/messages/answer-text.ts';
import { longAnswer } from './answer.ts';
import { boxToScroll } from './answer-box.ts';
import { structure } from './structure.ts';

interface Renderer {
  append(piece: string): void;
  finish(): void;
}

const renderers = {
  ours(box: HTMLElement): Renderer {
    const stream = new MarkdownStream(box);
    return { append: (piece) => stream.append(piece), finish: () => stream.finish() };
  },

  /** As in the panel: with highlighted code. */
  oursInColor(box: HTMLElement): Renderer {
    const answer = new AnswerText(box);
    let text = '';
    const show = (ended: boolean) => answer.show(text, ended, true);
    return {
      append(piece) {
        text += piece;
        show(false);
      },
      finish: () => show(true),
    };
  },

  streamingMarkdown(box: HTMLElement): Renderer {
    const parser = smd.parser(smd.default_renderer(box));
    return { append: (piece) => smd.parser_write(parser, piece), finish: () => smd.parser_end(parser) };
  },

  /** As its README recommends: with highlighted code. */
  streamdown(box: HTMLElement): Renderer {
    const plugins = { code };
    const root = createRoot(box);
    let text = '';
    const show = (isAnimating: boolean) => root.render(createElement(Streamdown, { isAnimating, plugins }, text));
    return {
      append(piece) {
        text += piece;
        show(true);
      },
      finish: () => show(false),
    };
  },

  /** The core has no renderer. This is a minimal one: a finished block is rendered once, an open one each time. */
  incremark(box: HTMLElement): Renderer {
    const parser = createIncremarkParser({ gfm: true });
    type Update = ReturnType<typeof parser.append>;
    let open: Node[] = [];
    const nodes = (blocks: Update['pending']) => blocks.map(({ node }) => toDom(toHast(node), { fragment: true }));
    const show = ({ completed, pending }: Update) => {
      for (const node of open) box.removeChild(node);
      box.append(...nodes(completed));
      open = nodes(pending);
      box.append(...open);
    };
    return { append: (piece) => show(parser.append(piece)), finish: () => show(parser.finalize()) };
  },
};

export type Side = keyof typeof renderers;

/** Runs work in a separate task, so that the browser counts it as script. */
const inTask = (work: () => void) =>
  new Promise<void>((done) =>
    setTimeout(() => {
      work();
      done();
    }),
  );

/** Waits for an idle callback: React works in later tasks and must also finish before the next chunk. */
const shown = () => new Promise((done) => requestAnimationFrame(() => requestIdleCallback(done, { timeout: 1000 })));

/**
 * Renders a growing answer, one step per frame.
 * @param ends length of the text at each step, in characters
 */
async function stream(side: Side, ends: readonly number[]): Promise<void> {
  const text = longAnswer(ends.at(-1) ?? 0);
  const { scroller, box } = boxToScroll();
  const renderer = renderers[side](box);
  let arrived = 0;
  for (const end of ends) {
    const piece = text.slice(arrived, end);
    await inTask(() => renderer.append(piece));
    arrived = end;
    await shown();
    scroller.scrollTop = scroller.scrollHeight;
  }
  await inTask(() => renderer.finish());
  await shown();
}

/** Returns the rendered text, without additions of the renderers and without white space. */
function shownText(): string {
  const copy = document.body.cloneNode(true) as HTMLElement;
  for (const added of copy.querySelectorAll(
    '.link-place, .code-bar, button:not([data-streamdown="link"]), [data-streamdown="code-block-header"]',
  ))
    added.remove();
  return (copy.textContent ?? '').replace(/\s+/g, '');
}

/** Returns the number of examples whose structure matches the specification. */
function conforming(side: Side, examples: readonly { markdown: string; html: string }[]): number {
  return examples.filter(({ markdown, html }) => {
    const { box } = boxToScroll();
    const renderer = renderers[side](box);
    renderer.append(markdown);
    renderer.finish();
    const expected = document.createElement('template');
    expected.innerHTML = html;
    return structure(box) === structure(expected.content);
  }).length;
}

Object.assign(globalThis, { stream, shownText, conforming });
