/** Creates an answer box that scrolls, as in the panel. */
export function boxToScroll(): { scroller: HTMLElement; box: HTMLElement } {
  const scroller = document.createElement('div');
  scroller.style.cssText = 'height: 700px; width: 420px; overflow-y: auto';
  const box = document.createElement('div');
  box.className = 'answer-text';
  scroller.append(box);
  document.body.replaceChildren(scroller);
  return { scroller, box };
}
