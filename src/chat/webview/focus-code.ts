/** Keyboard navigation between the code blocks of answers, including those that aren't laid out. */
import { ChatTurn } from './turn.ts';

const codeSelector = '.code pre';

/** @param step 1 for the next block, -1 for the previous; if no block has the focus, uses the last answer with code */
export async function focusCode(list: Element, step: 1 | -1): Promise<void> {
  const turns = [...list.querySelectorAll('chat-turn')].filter((turn) => turn instanceof ChatTurn);
  const current = document.activeElement?.closest<HTMLElement>('.code')?.querySelector<HTMLElement>('pre');
  const from = turns.findIndex((turn) => current && turn.contains(current));
  const blocks = turns[from]?.querySelectorAll<HTMLElement>(codeSelector) ?? [];
  const sibling = current && [...blocks][[...blocks].indexOf(current) + step];
  if (sibling) return show(sibling);
  const others =
    from === -1 ? turns.toReversed() : step === 1 ? turns.slice(from + 1) : turns.slice(0, from).toReversed();
  for (const turn of others) {
    if (!/^[ \t]*(?:```|~~~)/m.test(turn.turn.text)) continue;
    await turn.reveal();
    const found = [...turn.querySelectorAll<HTMLElement>(codeSelector)];
    const target = step === 1 ? found[0] : found.at(-1);
    if (target) return show(target);
  }
}

function show(block: HTMLElement): void {
  block.focus();
  block.scrollIntoView({ block: 'nearest' });
}
