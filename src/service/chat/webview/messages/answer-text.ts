/** Text of an answer: plain if it's far away or the renderer isn't loaded yet, otherwise Markdown that can grow. */
import { lazy } from '../../../../../common/lazy.ts';
import { limitMarks } from '../../../../../common/text/limit-marks.ts';
import type { MarkdownStream } from '../markdown/stream.ts';
import { expandedBlocks, finishCode } from './code-blocks.ts';

type Renderer = typeof import('../markdown/stream.ts');

let loaded: Renderer | undefined;

/** Loaded lazily, because the page can appear without the renderer. */
export const loadRenderer = lazy(async () => {
  loaded = await import('../markdown/stream.ts');
  return loaded;
});

export class AnswerText {
  readonly #box: HTMLElement;
  #stream: MarkdownStream | undefined;
  /** Number of characters that are already in the stream. */
  #appended = 0;
  /** Number of blocks whose code is finished. */
  #finishedBlocks = 0;
  #finished = false;
  /** Indexes of the blocks with code that the user has expanded. */
  #expanded: ReadonlySet<number> = new Set();
  #latest: { text: string; ended: boolean } = { text: '', ended: false };

  constructor(box: HTMLElement) {
    this.#box = box;
  }

  /**
   * Shows the whole text. The cost depends only on the length of the new part.
   * @param near in or near the viewport; otherwise the text is a single node, which can still be searched
   */
  show(text: string, ended: boolean, near: boolean): void {
    this.#latest = { text, ended };
    if (!near) this.#showPlain();
    else if (loaded) this.#render(loaded);
    else {
      this.#showPlain();
      // Without the renderer, the text stays plain; the next change tries again.
      loadRenderer().then(
        (renderer) => this.#render(renderer),
        () => undefined,
      );
    }
  }

  #showPlain(): void {
    const text = limitMarks(this.#latest.text);
    this.#reset();
    this.#box.classList.add('plain');
    if (this.#box.firstElementChild || this.#box.textContent !== text) this.#box.textContent = text;
  }

  /** Forgets what is rendered, but not which code is expanded. */
  #reset(): void {
    if (this.#box.firstElementChild) this.#expanded = expandedBlocks(this.#box);
    this.#stream = undefined;
    this.#finished = false;
    this.#appended = 0;
    this.#finishedBlocks = 0;
  }

  #render(renderer: Renderer): void {
    const { text, ended } = this.#latest;
    if (this.#finished) {
      if (ended && text.length === this.#appended) return;
      // The answer was continued after its end, so stream it again from the beginning.
      this.#reset();
    }
    this.#box.classList.remove('plain');
    if (ended && !this.#stream) renderer.renderMarkdown(this.#box, text);
    else {
      this.#stream ??= new renderer.MarkdownStream(this.#box);
      this.#stream.append(text.slice(this.#appended));
      if (ended) this.#stream.finish();
    }
    this.#appended = text.length;
    this.#finished = ended;
    this.#finishedBlocks = finishCode(this.#box, this.#finishedBlocks, ended, this.#expanded);
  }
}
