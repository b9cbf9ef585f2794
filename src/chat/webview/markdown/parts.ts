/**
 * The blocks of an answer in boxes of a few each: the browser then lays out the box that grows, however long the answer is.
 * Which block is in which box depends on nothing but their order.
 */
import { element } from './element.ts';

const BLOCKS = 8;

export class Parts {
  readonly #container: Element;

  constructor(container: Element) {
    this.#container = container;
  }

  /** Puts a block behind all others. */
  add(block: Node): void {
    let part = this.#container.lastElementChild;
    if (part === null || part.childElementCount >= BLOCKS) {
      part = element('div', 'part');
      this.#container.append(part);
    }
    part.append(block);
  }

  /** Takes the last block away. */
  remove(block: ChildNode): void {
    const part = block.parentElement;
    block.remove();
    if (part?.childElementCount === 0) part.remove();
  }
}
