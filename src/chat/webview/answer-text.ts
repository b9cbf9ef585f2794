/** The text of one answer on the page: plain until the renderer is there, then markdown that grows. */
import type { MarkdownStream } from './markdown/stream.ts';

type Renderer = typeof import('./markdown/stream.ts');

let loaded: Renderer | undefined;
let loading: Promise<Renderer> | undefined;

/** The renderer is not part of what the panel needs to appear. */
export function loadRenderer(): Promise<Renderer> {
  loading ??= import('./markdown/stream.ts').then((renderer) => {
    loaded = renderer;
    return renderer;
  });
  return loading;
}

export class AnswerText {
  readonly #box: HTMLElement;
  #stream: MarkdownStream | undefined;
  /** How much of the text is in the stream. */
  #taken = 0;
  #finished = false;
  #latest: { text: string; ended: boolean } = { text: '', ended: false };

  constructor(box: HTMLElement) {
    this.#box = box;
  }

  /** Shows the whole of the text; the cost is that of what is new. */
  show(text: string, ended: boolean): void {
    this.#latest = { text, ended };
    if (loaded) this.#render(loaded);
    else {
      this.#box.classList.add('plain');
      this.#box.textContent = text;
      void loadRenderer().then((renderer) => this.#render(renderer));
    }
  }

  #render(renderer: Renderer): void {
    const { text, ended } = this.#latest;
    if (this.#finished) {
      if (ended && text.length === this.#taken) return;
      // It goes on after its end: all of it streams again.
      this.#stream = undefined;
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
  }
}
