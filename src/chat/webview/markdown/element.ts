export function element(tag: string, className = ''): HTMLElement {
  const made = document.createElement(tag);
  if (className !== '') made.className = className;
  return made;
}
