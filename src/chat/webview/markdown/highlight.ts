/** Highlighted code as DOM nodes with a class for each kind of token. No HTML is parsed. */
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

type Nodes = ReturnType<typeof lowlight.highlight>['children'];

/** Color classes by the scopes of the highlighter. Other scopes keep the color of the text. */
const CLASSES: Readonly<Record<string, string>> = {
  ...as('keyword', 'keyword', 'literal', 'meta', 'name', 'selector-tag', 'variable.language'),
  ...as('string', 'string', 'regexp', 'char', 'addition'),
  ...as('comment', 'comment', 'quote', 'doctag'),
  ...as('number', 'number', 'symbol', 'bullet'),
  ...as('function', 'title', 'title.function', 'built_in', 'section'),
  ...as('type', 'type', 'title.class', 'selector-class', 'selector-id'),
  ...as('name', 'attr', 'attribute', 'property', 'variable', 'template-variable', 'params'),
  ...as('deleted', 'deletion'),
};

/** @param language name of a language registered above @returns the text as nodes */
export function highlight(text: string, language: string): Node {
  const root = document.createDocumentFragment();
  try {
    append(root, lowlight.highlight(language, text, { prefix: '' }).children);
  } catch {
    // A grammar failed: the code stays plain.
    return document.createTextNode(text);
  }
  return root;
}

function append(parent: ParentNode, nodes: Nodes): void {
  for (const node of nodes) {
    if (node.type === 'text') parent.append(node.value);
    if (node.type !== 'element') continue;
    const { className } = node.properties;
    // `title function_` is the scope `title.function`.
    const [name = '', ...rest] = Array.isArray(className) ? className.map((one) => String(one).replace(/_+$/, '')) : [];
    const scope = [[name, ...rest].join('.'), name].find((one) => Object.hasOwn(CLASSES, one));
    const kind = scope && CLASSES[scope];
    const span = element('span', kind === undefined ? '' : `code-${kind}`);
    append(span, node.children);
    parent.append(span);
  }
}

function as(kind: string, ...scopes: string[]): Record<string, string> {
  return Object.fromEntries(scopes.map((scope) => [scope, kind]));
}
