/** Highlighted code as DOM nodes with the classes of highlight.js, such as `code-title function_`. No HTML is parsed. */
import bash from 'highlight.js/lib/languages/bash';
import cpp from 'highlight.js/lib/languages/cpp';
import csharp from 'highlight.js/lib/languages/csharp';
import css from 'highlight.js/lib/languages/css';
import diff from 'highlight.js/lib/languages/diff';
import go from 'highlight.js/lib/languages/go';
import java from 'highlight.js/lib/languages/java';
import javascript from 'highlight.js/lib/languages/javascript';
import json from 'highlight.js/lib/languages/json';
import python from 'highlight.js/lib/languages/python';
import rust from 'highlight.js/lib/languages/rust';
import sql from 'highlight.js/lib/languages/sql';
import typescript from 'highlight.js/lib/languages/typescript';
import xml from 'highlight.js/lib/languages/xml';
import yaml from 'highlight.js/lib/languages/yaml';
import { createLowlight } from 'lowlight';
import { element } from './element.ts';

const lowlight = createLowlight({
  bash,
  cpp,
  csharp,
  css,
  diff,
  go,
  java,
  javascript,
  json,
  python,
  rust,
  sql,
  typescript,
  xml,
  yaml,
});

lowlight.registerAlias({ bash: ['shell', 'console'], cpp: ['c', 'h'], css: ['scss', 'less'], xml: ['vue'] });

/** Code nested deeper, such as templates in templates, is plain: browsers lay out nested elements recursively. */
const maxDepth = 20;

type Nodes = ReturnType<typeof lowlight.highlight>['children'];

/** Most characters that are highlighted at once, because some grammars take quadratic time for some texts. */
const maxPieceLength = 2500;

/** Has code of other languages in it, whose state would be lost between two pieces. Its own grammar takes linear time. */
const isMarkup = (language: string) => /^(?:xml|x?html|vue|svg)$/i.test(language);

/**
 * Highlights code piece by piece, each of which can be shown in a task of its own. A piece ends after an empty line
 * outside of a comment or text. Without such a line soon enough, the rest is plain.
 * @param language name after a code fence
 */
export function* highlightPieces(text: string, language: string): Generator<Node> {
  if (isMarkup(language)) return yield highlight(text, language);
  const blocks = blocksOf(text);
  let piece = '';
  for (const [index, block] of blocks.entries()) {
    piece += block;
    if (piece.length > maxPieceLength) return yield document.createTextNode(piece + blocks.slice(index + 1).join(''));
    const nodes = highlight(piece, language);
    // An element at the end, such as a comment, may go on behind the empty line.
    if (nodes.lastChild?.nodeType === Node.ELEMENT_NODE && index < blocks.length - 1) continue;
    yield nodes;
    piece = '';
  }
}

/** Splits code after empty lines, into blocks of up to half a piece, so that two fit into one. */
function blocksOf(text: string): string[] {
  if (text.length <= maxPieceLength) return [text];
  const blocks = [''];
  for (const paragraph of text.split(/(?<=\n\r?\n)/)) {
    const last = blocks.at(-1) ?? '';
    if (last !== '' && last.length + paragraph.length > maxPieceLength / 2) blocks.push(paragraph);
    else blocks[blocks.length - 1] = last + paragraph;
  }
  return blocks;
}

/** @param language name after a code fence @returns the text as nodes */
function highlight(text: string, language: string): Node {
  const root = document.createDocumentFragment();
  try {
    append(root, lowlight.highlight(language, text, { prefix: 'code-' }).children);
  } catch {
    // The language is unknown or its grammar failed: the code stays plain.
    return document.createTextNode(text);
  }
  return root;
}

function append(parent: ParentNode, nodes: Nodes, depth = 0): void {
  for (const node of nodes) {
    if (node.type === 'text') parent.append(node.value);
    if (node.type !== 'element') continue;
    if (depth === maxDepth) {
      append(parent, node.children, depth);
      continue;
    }
    const { className } = node.properties;
    const names = Array.isArray(className) ? className.join(' ') : '';
    // Code in another language only has the name of that language.
    const span = element('span', names.startsWith('code-') ? names : '');
    append(span, node.children, depth + 1);
    parent.append(span);
  }
}
