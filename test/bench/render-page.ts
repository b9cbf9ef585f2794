/** Runs in the page: a growing answer, rendered by us and in the two ways that peers use. */

import DOMPurify from 'dompurify';
import MarkdownIt from 'markdown-it';
import { createElement } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import Markdown from 'react-markdown';
import remarkGfm from 'remark-gfm';
import { MarkdownStream } from '../../src/service/chat/webview/markdown/stream.ts';
import { longAnswer } from './answer.ts';
import { boxToScroll } from './answer-box.ts';

/** Renders the text received so far. */
type Show = (soFar: string, piece: string) => void;

const sides = {
  ours(box: HTMLElement): Show {
    const stream = new MarkdownStream(box);
    return (_, piece) => stream.append(piece);
  },
  /** Renders the whole message again, as sanitized HTML. */
  markdownIt(box: HTMLElement): Show {
    const markdown = new MarkdownIt();
    return (soFar) => {
      box.innerHTML = DOMPurify.sanitize(markdown.render(soFar));
    };
  },
  /** Renders the whole message again, as a tree that React compares. */
  react(box: HTMLElement): Show {
    const root = createRoot(box);
    const plugins = [remarkGfm];
    return (soFar) => flushSync(() => root.render(createElement(Markdown, { remarkPlugins: plugins }, soFar)));
  },
};

export interface Rendered {
  /** Milliseconds of the main thread for each step, including layout. */
  readonly steps: readonly number[];
}

/**
 * Renders a growing answer, one step per frame.
 * @param ends length of the text at each step, in characters
 */
async function render(side: keyof typeof sides, ends: readonly number[]): Promise<Rendered> {
  const text = longAnswer(ends.at(-1) ?? 0);
  const { scroller, box } = boxToScroll();
  const show = sides[side](box);
  const times: number[] = [];
  let shown = 0;
  for (const end of ends) {
    const piece = text.slice(shown, end);
    const soFar = text.slice(0, end);
    shown = end;
    const start = performance.now();
    show(soFar, piece);
    scroller.scrollTop = scroller.scrollHeight;
    box.getBoundingClientRect();
    times.push(performance.now() - start);
    await new Promise(requestAnimationFrame);
  }
  return { steps: times };
}

Object.assign(globalThis, { render });
