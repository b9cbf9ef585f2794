/** Searches the text of messages as it's rendered, including messages that aren't laid out. */
import { escapePattern } from '../../../../../common/text/escape.ts';
import type { Turn } from '../../messages.ts';
import { loadRenderer } from './answer-text.ts';

/** An occurrence in a message. */
export interface Match {
  readonly turn: string;
  /** Zero-based index of the occurrence in that message. */
  readonly nth: number;
}

export class TurnSearch {
  /** Texts of rendered answers, cached so that another typed letter doesn't render them again. */
  readonly #texts = new Map<string, { readonly source: string; readonly text: string }>();

  /** Returns all occurrences, in order, ignoring case. */
  async find(turns: readonly Turn[], query: string): Promise<readonly Match[]> {
    if (query === '') return [];
    const { renderMarkdown } = await loadRenderer();
    const pattern = patternOf(query);
    return turns.flatMap((turn) => {
      const count = [...this.#textOf(turn, renderMarkdown).matchAll(pattern)].length;
      return Array.from({ length: count }, (_, nth) => ({ turn: turn.id, nth }));
    });
  }

  #textOf({ id, kind, text: source }: Turn, render: (box: Element, source: string) => void): string {
    if (kind === 'prompt') return source;
    const known = this.#texts.get(id);
    if (known?.source === source) return known.text;
    const box = document.createElement('div');
    render(box, source);
    const text = textNodes(box)
      .map(({ data }) => data)
      .join('');
    this.#texts.set(id, { source, text });
    return text;
  }
}

/** Returns the occurrences in an element on the page. */
export function rangesOf(box: Element, query: string): Range[] {
  const nodes = textNodes(box);
  const text = nodes.map(({ data }) => data).join('');
  let at = 0;
  const starts = nodes.map(({ length }) => {
    at += length;
    return at - length;
  });
  const place = (offset: number): [Text, number] | undefined => {
    const index = starts.findLastIndex((start) => start <= offset);
    const node = nodes[index];
    return node && [node, offset - (starts[index] ?? 0)];
  };
  return [...text.matchAll(patternOf(query))].flatMap(({ 0: found, index }) => {
    const start = place(index);
    // Based on the last character: the position after it may be in another element.
    const end = place(index + found.length - 1);
    if (!start || !end) return [];
    const range = document.createRange();
    range.setStart(...start);
    range.setEnd(end[0], end[1] + 1);
    return [range];
  });
}

const patternOf = (query: string): RegExp => new RegExp(escapePattern(query), 'giu');

/** Returns the text nodes of a message, without labels of buttons. */
function textNodes(box: Element): Text[] {
  const walker = document.createTreeWalker(box, NodeFilter.SHOW_TEXT);
  const nodes: Text[] = [];
  for (let node = walker.nextNode(); node; node = walker.nextNode())
    if (node instanceof Text && !node.parentElement?.closest('button')) nodes.push(node);
  return nodes;
}
