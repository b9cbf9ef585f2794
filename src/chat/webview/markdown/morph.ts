/** Updates nodes with as few changes as possible, so that selections stay and only new content is laid out. */

/** Makes `old` equal to `fresh`. @returns the node that is now in place: `old`, unless it's of another kind */
export function morph(old: ChildNode, fresh: ChildNode): ChildNode {
  if (old instanceof Text && fresh instanceof Text) {
    if (fresh.data.startsWith(old.data)) {
      if (fresh.length > old.length) old.appendData(fresh.data.slice(old.length));
    } else old.data = fresh.data;
    return old;
  }
  if (old instanceof Element && fresh instanceof Element && isSameCode(old, fresh)) return old;
  if (!(old instanceof Element && fresh instanceof Element && isSameKind(old, fresh))) {
    old.replaceWith(fresh);
    return fresh;
  }
  let child = old.firstChild;
  let wanted = fresh.firstChild;
  while (wanted !== null) {
    const next = wanted.nextSibling;
    if (child === null) old.append(wanted);
    else child = morph(child, wanted).nextSibling;
    wanted = next;
  }
  while (child !== null) {
    const next = child.nextSibling;
    child.remove();
    child = next;
  }
  return old;
}

/** Code that is highlighted and folded stays so. */
function isSameCode(old: Element, fresh: Element): boolean {
  if (!old.classList.contains('code') || !fresh.classList.contains('code')) return false;
  const [one, other] = [old.querySelector('code'), fresh.querySelector('code')];
  return one?.className === other?.className && one?.textContent === other?.textContent;
}

function isSameKind(one: Element, other: Element): boolean {
  if (one.localName !== other.localName || one.attributes.length !== other.attributes.length) return false;
  for (const { name, value } of one.attributes) if (other.getAttribute(name) !== value) return false;
  return true;
}
