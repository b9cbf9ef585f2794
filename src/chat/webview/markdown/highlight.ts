/** Code as nodes with a class for each kind of word. The highlighter says what is what; no HTML of its is used. */
import type { Emitter } from 'highlight.js';
import hljs from 'highlight.js/lib/core';
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
import { element } from './element.ts';

const languages = {
  ...{ bash, cpp, csharp, css, diff, go, java, javascript, json, python, rust, sql, typescript, xml, yaml },
};
for (const [name, language] of Object.entries(languages)) hljs.registerLanguage(name, language);

/** What the highlighter calls things, by the class that we colour them by; the rest keeps the colour of the text. */
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

/** Puts nodes together as the highlighter goes through the text. */
class NodeEmitter implements Emitter {
  readonly root = document.createDocumentFragment();
  readonly #open: ParentNode[] = [this.root];

  addText(text: string): void {
    if (text !== '') this.#top.append(text);
  }

  startScope(scope: string): void {
    const kind = CLASSES[scope] ?? CLASSES[scope.split('.')[0] ?? ''];
    const made = element('span', kind === undefined ? '' : `code-${kind}`);
    this.#top.append(made);
    this.#open.push(made);
  }

  endScope(): void {
    if (this.#open.length > 1) this.#open.pop();
  }

  /** The highlighter has two names for each, and uses both. */
  openNode(scope: string): void {
    this.startScope(scope);
  }

  closeNode(): void {
    this.endScope();
  }

  /** A language inside another, such as styles in a page. */
  __addSublanguage(other: NodeEmitter): void {
    this.#top.append(other.root);
  }

  finalize(): void {}

  toHTML(): string {
    return '';
  }

  get #top(): ParentNode {
    return this.#open.at(-1) ?? this.root;
  }
}

hljs.configure({ __emitter: NodeEmitter });

/** @param language one of those above @returns the same text, in nodes */
export function coloured(text: string, language: string): Node {
  const { _emitter: emitter } = hljs.highlight(text, { language, ignoreIllegals: true });
  // A highlighter that fails leaves half of it.
  const whole = emitter instanceof NodeEmitter && emitter.root.textContent === text;
  return whole ? emitter.root : document.createTextNode(text);
}

function as(kind: string, ...scopes: string[]): Record<string, string> {
  return Object.fromEntries(scopes.map((scope) => [scope, kind]));
}
