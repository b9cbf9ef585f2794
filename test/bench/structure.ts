/** The structure of rendered Markdown, read from a page: elements and their text, without additions of a renderer. */

const BLOCKS = ['p', 'hr', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'blockquote', 'ul', 'ol', 'li', 'pre'];
const INLINE = ['em', 'strong', 'code', 'br', 'a', 'img'];
const NAMED = new Set([...BLOCKS, ...INLINE]);

/**
 * Returns elements and text in one line. Leaves out addresses and titles of links, because a chat may refuse them; the
 * language of code; and white space at the edges of blocks, which has no meaning.
 */
export function structure(node: Node): string {
  return write(node, false)
    .replaceAll(/\s*(<\/?(?:p|hr|h\d|blockquote|ul|ol(?: \d+)?|li|pre)>)\s*/g, '$1')
    .replaceAll(/ *\n */g, '\n')
    .trim();
}

function write(node: Node, isCode: boolean): string {
  if (node.nodeType === Node.TEXT_NODE) {
    const text = (node as Text).data;
    return isCode ? JSON.stringify(text).slice(1, -1) : text.replaceAll('<', '&lt;');
  }
  if (!(node instanceof Element)) return children(node, isCode);
  if (node.matches('.link-place, .code-bar')) return '';
  // An image is shown as its description, and a link without a target as text.
  if (node.localName === 'img') return `<img>${node.getAttribute('alt')}`;
  if (node.matches('.image')) return `<img>${(node.textContent ?? '').replace(/^Image(: )?/, '')}`;
  const tag = node.matches('.dead-link') ? 'a' : node.localName;
  const inner = children(node, isCode || tag === 'pre');
  if (!NAMED.has(tag)) return inner;
  const start = tag === 'ol' ? Number(node.getAttribute('start') ?? 1) : 1;
  // The last line break of a code block isn't shown.
  return `<${tag}${start === 1 ? '' : ` ${start}`}>${tag === 'pre' ? inner.replace(/\\n(<\/code>)?$/, '$1') : inner}</${tag}>`;
}

function children(node: Node, isCode: boolean): string {
  return Array.from(node.childNodes, (child) => write(child, isCode)).join('');
}
