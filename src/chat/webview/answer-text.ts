/** The text of one answer on the page: plain until the renderer is there or while it is far away, else markdown that grows. */
import { lazy } from '../../../common/lazy.ts';
import { CodeColour } from './code-colour.ts';
import type { MarkdownStream } from './markdown/stream.ts';

type Renderer = typeof import('./markdown/stream.ts');

let loaded: Renderer | undefined;

/** The renderer is not part of what the panel needs to appear. */
export const loadRenderer = lazy(async () => {
  loaded = await import('./markdown/stream.ts');
  return loaded;
});

export class AnswerText {
  readonly #box: HTMLElement;
  #stream: MarkdownStream | undefined;
  #colour: CodeColour | undefined;
  /** How much of the text is in the stream. */
  #taken = 0;
  #finished = false;
  #latest: { text: string; ended: boolean } = { text: '', ended: false };

  constructor(box: HTMLElement) {
    this.#box = box;
  }

  /**
   * Shows the whole of the text; the cost is that of what is new.
   * @param near where somebody may see it: elsewhere it is text to be found, and a node
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
    const { text } = this.#latest;
    this.#stream = undefined;
    this.#colour = undefined;
    this.#finished = false;
    this.#taken = 0;
    this.#box.classList.add('plain');
    if (this.#box.firstElementChild || this.#box.textContent !== text) this.#box.textContent = text;
  }

  #render(renderer: Renderer): void {
    const { text, ended } = this.#latest;
    if (this.#finished) {
      if (ended && text.length === this.#taken) return;
      // It goes on after its end: all of it streams again.
      this.#stream = undefined;
      this.#colour = undefined;
      this.#taken = 0;
    }
    this.#box.classList.remove('plain');
    if (ended && !this.#stream) renderer.renderMarkdown(this.#box, text);
    else {
      this.#stream ??= new renderer.MarkdownStream(this.#box);
      this.#stream.append(text.slice(this.#taken));
      if (ended) this.#stream.finish();
    }
    this.#taken = text.length;
    this.#finished = ended;
    this.#colour ??= new CodeColour(this.#box);
    this.#colour.look(ended);
  }
}
