/**
 * DOMPurify reads nodes through the getters of `Node.prototype`, so that a page cannot lie to it. happy-dom has empty ones
 * there and puts the real ones on each kind of node. Without this DOMPurify would see nothing. Import it before the renderer.
 */
for (const name of ['nodeName', 'nodeType', 'nodeValue', 'textContent'] as const) {
  const inherited = Object.getOwnPropertyDescriptor(Node.prototype, name);
  Object.defineProperty(Node.prototype, name, {
    ...inherited,
    get(this: Node): unknown {
      for (
        let kind: unknown = Object.getPrototypeOf(this);
        kind !== Node.prototype;
        kind = Object.getPrototypeOf(kind)
      ) {
        const own = kind && Object.getOwnPropertyDescriptor(kind, name);
        if (own?.get) return own.get.call(this);
      }
      return inherited?.get?.call(this);
    },
  });
}
