/**
 * DOMPurify reads nodes through the getters of `Node.prototype`, so that a page cannot lie to it. happy-dom has empty ones
 * there and puts the real ones on each kind of node. Without this DOMPurify would see nothing. Import it before the renderer.
 */
for (const name of ['nodeName', 'nodeType', 'nodeValue', 'textContent'] as const) {
  const inherited = Object.getOwnPropertyDescriptor(Node.prototype, name);
  Object.defineProperty(Node.prototype, name, {
    ...inherited,
    get(this: Node): unknown {
      return (ownGetter(this, name) ?? inherited?.get)?.call(this);
    },
  });
}

function ownGetter(node: Node, name: string): (() => unknown) | undefined {
  let kind: object = Object.getPrototypeOf(node);
  while (kind !== Node.prototype) {
    const { get }: PropertyDescriptor = Object.getOwnPropertyDescriptor(kind, name) ?? {};
    if (get) return get;
    kind = Object.getPrototypeOf(kind);
  }
  return undefined;
}
