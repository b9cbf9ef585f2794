/**
 * Groups the blocks of an answer into boxes of a few blocks, so that the browser lays out only the box that grows,
 * however long the answer is. The box of a block depends only on the block's index.
 */
import { element } from './element.ts';

const BLOCKS = 8;

export class BlockGroups {
  readonly #container: Element;

  constructor(container: Element) {
    this.#container = container;
  }

  /** Appends a block. */
  add(block: Node): void {
    let group = this.#container.lastElementChild;
    if (group === null || group.childElementCount >= BLOCKS) {
      group = element('div', 'part');
      this.#container.append(group);
    }
    group.append(block);
  }

  /** Removes the last block. */
  remove(block: ChildNode): void {
    const group = block.parentElement;
    block.remove();
    if (group?.childElementCount === 0) group.remove();
  }
}

export function countBlocks(container: Element): number {
  const boxes = container.childElementCount;
  return boxes === 0 ? 0 : (boxes - 1) * BLOCKS + (container.lastElementChild?.childElementCount ?? 0);
}

/** @param at zero-based index */
export function blockAt(container: Element, at: number): Element | undefined {
  return container.children[Math.floor(at / BLOCKS)]?.children[at % BLOCKS];
}
