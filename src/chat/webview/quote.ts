/** A passage of an answer that the user has selected, as a quotation for the reply. */

/** Longer passages are not quotations. Characters. */
const LONGEST = 20_000;

export class SelectedPassage {
  /** Hears whether there is one: what it is changes with every move of the mouse. */
  readonly #onChange: (exists: boolean) => void;
  #passage = '';

  constructor(onChange: (exists: boolean) => void) {
    this.#onChange = onChange;
    document.addEventListener('selectionchange', this.#changed);
  }

  get text(): string {
    return this.#passage;
  }

  dispose(): void {
    document.removeEventListener('selectionchange', this.#changed);
  }

  clear(): void {
    this.#set('');
  }

  readonly #changed = () => {
    const selection = document.getSelection();
    const start = elementOf(selection?.anchorNode);
    // The selection of the composer is another one: the passage stays until something else in the messages is chosen.
    if (!selection || !start?.closest('chat-turn')) return;
    const isAnswer = start.closest('.answer-text') !== null && elementOf(selection.focusNode)?.closest('.answer-text');
    this.#set(isAnswer ? selection.toString().trim().slice(0, LONGEST) : '');
  };

  #set(passage: string): void {
    const existed = this.#passage !== '';
    this.#passage = passage;
    if (existed !== (passage !== '')) this.#onChange(!existed);
  }
}

function elementOf(node: Node | null | undefined): Element | null {
  return node instanceof Element ? node : (node?.parentElement ?? null);
}

/** @returns the text of the composer with a quotation behind it, and an empty line to write in */
export function withQuote(text: string, passage: string): string {
  const quote = passage.replace(/^/gm, '> ').replace(/^> $/gm, '>');
  return `${text.trim() === '' ? '' : `${text.trimEnd()}\n\n`}${quote}\n\n`;
}
