/** Markdown rendered in a page, as a whole and in pieces. */
import { MarkdownStream, renderMarkdown } from '../../../../src/service/chat/webview/markdown/stream.ts';

export function rendered(source: string): HTMLElement {
  const box = document.createElement('div');
  renderMarkdown(box, source);
  return box;
}

/** Returns the HTML of a text that arrives in pieces, which may be only its beginning. */
export function streamed(pieces: readonly string[], isComplete = true): string {
  const box = document.createElement('div');
  const stream = new MarkdownStream(box);
  for (const piece of pieces) stream.append(piece);
  if (isComplete) stream.finish();
  return box.innerHTML;
}

/** Splits a text at the given positions, which are fractions of its length. */
export function cut(text: string, places: readonly number[]): string[] {
  const at = [0, ...places.map((place) => Math.floor(place * text.length)).sort((a, b) => a - b), text.length];
  return at.slice(1).map((end, index) => text.slice(at[index], end));
}
