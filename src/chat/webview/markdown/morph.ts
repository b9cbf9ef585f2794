/** Changes what is shown as little as possible: what a reader has selected stays, and the browser lays out only what is new. */

/** Makes a node look like a fresh one. @returns the node that stands there now: the old one, unless it is of another kind */
export function morph(old: ChildNode, fresh: ChildNode): ChildNode {
  if (old instanceof Text && fresh instanceof Text) {
    if (fresh.data.startsWith(old.data)) {
      if (fresh.length > old.length) old.appendData(fresh.data.slice(old.length));
    } else old.data = fresh.data;
    return old;
  }
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

function isSameKind(one: Element, other: Element): boolean {
  if (one.localName !== other.localName || one.attributes.length !== other.attributes.length) return false;
  for (const { name, value } of one.attributes) if (other.getAttribute(name) !== value) return false;
  return true;
}
