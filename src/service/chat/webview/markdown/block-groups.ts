/**
 * Groups the blocks of an answer into boxes of a few blocks, so that the browser lays out only the box that grows,
 * however long the answer is. The box of a block depends only on the block's index.
 */
import { element } from './element.ts';

const blocksPerGroup = 8;

/** Appends a block. */
export function addBlock(container: Element, block: Node): void {
  let group = container.lastElementChild;
  if (group === null || group.childElementCount >= blocksPerGroup) {
    group = element('div', 'part');
    container.append(group);
  }
  group.append(block);
}

/** Removes the last block. */
export function removeBlock(block: ChildNode): void {
  const group = block.parentElement;
  block.remove();
  if (group?.childElementCount === 0) group.remove();
}

export function groupedBlocks(container: Element): Element[] {
  return [...container.children].flatMap((group) => [...group.children]);
}

export function countBlocks(container: Element): number {
  const groups = container.childElementCount;
  return groups === 0 ? 0 : (groups - 1) * blocksPerGroup + (container.lastElementChild?.childElementCount ?? 0);
}

/** @param at zero-based index */
export function blockAt(container: Element, at: number): Element | undefined {
  return container.children[Math.floor(at / blocksPerGroup)]?.children[at % blocksPerGroup];
}
