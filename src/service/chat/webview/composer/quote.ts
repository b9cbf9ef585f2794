/** Quotes the selected text of an answer in the reply. */

/** Maximum length of a quote, in characters. Longer selections are cut. */
const maxQuoteLength = 20_000;

export class SelectedPassage {
  /** Called only when a selection appears or disappears, because the text changes with every move of the mouse. */
  readonly #onChange: () => void;
  #passage = '';

  constructor(onChange: () => void) {
    this.#onChange = onChange;
    document.addEventListener('selectionchange', this.#changed);
  }

  get text(): string {
    return this.#passage;
  }

  clear(): void {
    this.#set('');
  }

  readonly #changed = () => {
    const selection = document.getSelection();
    const start = elementOf(selection?.anchorNode);
    // The composer has a separate selection: keep the passage until something else in the messages is selected.
    if (!selection || !start?.closest('chat-turn')) return;
    const isAnswer = start.closest('.answer-text') !== null && elementOf(selection.focusNode)?.closest('.answer-text');
    this.#set(isAnswer ? selection.toString().trim().slice(0, maxQuoteLength) : '');
  };

  #set(passage: string): void {
    const existed = this.#passage !== '';
    this.#passage = passage;
    if (existed !== (passage !== '')) this.#onChange();
  }
}

function elementOf(node: Node | null | undefined): Element | null {
  return node instanceof Element ? node : (node?.parentElement ?? null);
}

/** @returns the text of the composer, followed by the quote and an empty line */
export function withQuote(text: string, passage: string): string {
  const quote = passage.replace(/^/gm, '> ').replace(/^> $/gm, '>');
  return `${text.trim() === '' ? '' : `${text.trimEnd()}\n\n`}${quote}\n\n`;
}
