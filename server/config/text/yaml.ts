/** Parses YAML into the same tree as JSON, with positions in the text, in linear time. */
import type { Alias, CST, Document, Node, ParseOptions, Scalar, YAMLMap, YAMLSeq } from 'yaml';
import { maxNesting, maxParsedLength } from '../../../common/text/nesting.ts';
import type { JsonNode, Member, StringNode } from './json.ts';

/** The library, which is loaded only if there are YAML files. */
type Library = Pick<
  typeof import('yaml'),
  'Composer' | 'Lexer' | 'Parser' | 'isAlias' | 'isMap' | 'isNode' | 'isScalar' | 'isSeq'
>;

/** A text that can't be used. The library's messages would quote the text, which may contain secrets. */
export class YamlError extends Error {
  /** Undefined if the text is too long, nested too deeply, or has too many nodes. */
  readonly offset: number | undefined;

  constructor(offset: number | undefined) {
    super('Invalid YAML');
    this.offset = offset;
  }
}

/** Maximum number of nodes, because aliases can multiply them. */
const nodeLimit = 500_000;

/** The library compares each key of a map with all others, so duplicates are found here. */
const options: ParseOptions & { readonly logLevel: 'silent' } = {
  prettyErrors: false,
  logLevel: 'silent',
  uniqueKeys: false,
};

/** @throws YamlError */
export function parseYaml(yaml: Library, text: string): JsonNode {
  if (text.length > maxParsedLength) throw new YamlError(undefined);
  const [document] = new yaml.Composer(options).compose(syntaxOf(yaml, text), true, text.length);
  return document === undefined ? { type: 'null', offset: 0, length: 0 } : new YamlTree(yaml, document).root();
}

/**
 * The library's lexer isn't recursive, but its parser is, in generators: there, a stack overflow can end the process
 * instead of throwing an error.
 */
function* syntaxOf({ Lexer, Parser }: Library, text: string): Generator<CST.Token, void> {
  const parser = new Parser();
  for (const lexeme of new Lexer().lex(text)) {
    yield* parser.next(lexeme);
    if (parser.stack.length > maxNesting) throw new YamlError(undefined);
  }
  yield* parser.end();
}

interface Anchored {
  readonly node: JsonNode;
  /** Number of nodes in it. */
  readonly size: number;
}

class YamlTree {
  readonly #yaml: Library;
  readonly #document: Document;
  /** The library searches the whole document for the anchor of each alias. */
  readonly #anchors = new Map<string, Anchored>();
  #count = 0;

  constructor(yaml: Library, document: Document) {
    this.#yaml = yaml;
    this.#document = document;
  }

  root(): JsonNode {
    const [error] = this.#document.errors;
    if (error !== undefined) throw new YamlError(error.pos[0]);
    return this.#tree(this.#document.contents);
  }

  #tree(node: unknown): JsonNode {
    if (this.#yaml.isAlias(node)) return this.#aliased(node);
    const before = this.#count;
    this.#add(1);
    const tree = this.#plain(node);
    const anchor = this.#yaml.isNode(node) ? (node as Node & { readonly anchor?: string }).anchor : undefined;
    if (anchor !== undefined) this.#anchors.set(anchor, { node: tree, size: this.#count - before });
    return tree;
  }

  #add(nodes: number): void {
    this.#count += nodes;
    if (this.#count > nodeLimit) throw new YamlError(undefined);
  }

  #aliased({ source, range }: Alias): JsonNode {
    const anchored = this.#anchors.get(source);
    if (anchored === undefined) throw new YamlError(range?.[0] ?? 0);
    this.#add(anchored.size);
    return anchored.node;
  }

  #plain(node: unknown): JsonNode {
    const { isMap, isNode, isScalar, isSeq } = this.#yaml;
    const [start = 0, end = 0] = (isNode(node) ? node.range : undefined) ?? [];
    const at = { offset: start, length: end - start };
    if (isMap(node)) return { type: 'object', members: this.#members(node, at), ...at };
    if (isSeq(node)) return { type: 'array', items: (node as YAMLSeq).items.map((item) => this.#tree(item)), ...at };
    const { value, source } = isScalar(node) ? (node as Scalar) : {};
    if (typeof value === 'number' || typeof value === 'bigint')
      return { type: 'number', value: Number(value), source: source ?? String(value), ...at };
    if (typeof value === 'boolean') return { type: 'boolean', value, ...at };
    return value === null || value === undefined
      ? { type: 'null', ...at }
      : { type: 'string', value: String(value), ...at };
  }

  #members(map: YAMLMap, at: { readonly offset: number; readonly length: number }): readonly Member[] {
    const names = new Set<string>();
    return map.items.map(({ key: keyNode, value }): Member => {
      const name = this.#tree(keyNode);
      const text = name.type === 'number' ? name.source : 'value' in name ? String(name.value) : '';
      const identity = `${name.type} ${text}`;
      if (names.has(identity)) throw new YamlError(name.offset);
      names.add(identity);
      const key: StringNode = { type: 'string', value: text, offset: name.offset, length: name.length };
      return { key, colon: undefined, value: value === null ? { ...at, type: 'null' } : this.#tree(value), live: true };
    });
  }
}
