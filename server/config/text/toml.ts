/** Parses TOML into the same tree as JSON, with positions in the text. */
import { type AST, ParseError, parseTOML } from 'toml-eslint-parser';
import { isTooDeep, maxNesting, maxParsedLength } from '../../../common/text/nesting.ts';
import type { JsonNode, Member, ObjectNode, Span, StringNode } from './json.ts';

/** A text that isn't valid TOML. The library's message would quote the text, which may contain secrets. */
export class TomlError extends Error {
  /** Counted from 1; undefined if the text is too long or nested too deeply. */
  readonly line: number | undefined;
  readonly offset: number | undefined;

  constructor(line: number | undefined, offset?: number) {
    super('Invalid TOML');
    this.line = line;
    this.offset = offset;
  }
}

/**
 * Tables, dotted keys, and inline tables become objects; dates become strings.
 * @throws TomlError
 */
export function parseToml(text: string): ObjectNode {
  const root = new TomlTable({ offset: 0, length: text.length }, 0);
  for (const item of parsed(text)) {
    if (item.type === 'TOMLKeyValue') root.set(item);
    else {
      const table = root.at(item.key.keys, item.kind === 'array');
      for (const pair of item.body) table.set(pair);
    }
  }
  return root.node;
}

/**
 * Returns the tables in the table at a path, each with its key there and the range in which the key is written. Their subtables follow
 * with the same key. @throws TomlError
 */
export function tablesIn(
  text: string,
  path: readonly string[],
): readonly (Span & { readonly key: string; readonly name: Span })[] {
  return parsed(text).flatMap((item) => {
    if (item.type !== 'TOMLTable') return [];
    const key = item.resolvedKey[path.length];
    const written = item.key.keys[path.length];
    return path.every((each, depth) => item.resolvedKey[depth] === each) &&
      typeof key === 'string' &&
      written !== undefined
      ? [{ key, ...spanOf(item), name: spanOf(written) }]
      : [];
  });
}

function parsed(text: string): AST.TOMLTopLevelTable['body'] {
  if (text.length > maxParsedLength || isTooDeep(text, 'toml')) throw new TomlError(undefined);
  try {
    // The library rejects a byte order mark. A blank keeps the offsets.
    return parseTOML(text.replace(/^\ufeff/, ' ')).body[0].body;
  } catch (error) {
    if (error instanceof ParseError) throw new TomlError(error.lineNumber, error.index);
    throw error;
  }
}

type Key = AST.TOMLKeyValue['key']['keys'][number];

/** An object under construction, because TOML may define a table in several places. */
class TomlTable {
  readonly node: ObjectNode;
  readonly #members: Member[] = [];
  readonly #tables = new Map<string, TomlTable>();
  /** Tables of an array of tables, by its key. */
  readonly #lists = new Map<string, JsonNode[]>();
  readonly #depth: number;

  /** @throws TomlError if dotted keys nest too deeply */
  constructor(at: Span, depth: number) {
    if (depth > maxNesting) throw new TomlError(undefined);
    this.#depth = depth;
    this.node = { type: 'object', members: this.#members, ...at };
  }

  /** Returns the table at a path of keys, created if missing. @param isItem the last key names an array of tables */
  at(keys: readonly Key[], isItem = false): TomlTable {
    let table: TomlTable = this;
    for (const [index, key] of keys.entries()) table = table.#child(key, isItem && index === keys.length - 1);
    return table;
  }

  #child(key: Key, isItem: boolean): TomlTable {
    const name = nameOf(key);
    const known = this.#tables.get(name);
    if (known !== undefined && !isItem) return known;
    const table = new TomlTable(spanOf(key), this.#depth + 1);
    this.#tables.set(name, table);
    if (!isItem) this.#add(key, table.node);
    else {
      const items = this.#lists.get(name) ?? [];
      if (items.length === 0) this.#add(key, { type: 'array', items, ...spanOf(key) });
      this.#lists.set(name, items);
      items.push(table.node);
    }
    return table;
  }

  set({ key, value }: AST.TOMLKeyValue): void {
    const last = key.keys.at(-1);
    if (last === undefined) return;
    const table = this.at(key.keys.slice(0, -1));
    table.#add(last, jsonNode(value, table.#depth + 1));
  }

  #add(key: Key, value: JsonNode): void {
    const node: StringNode = { type: 'string', value: nameOf(key), ...spanOf(key) };
    this.#members.push({ key: node, colon: undefined, value, live: true });
  }
}

function jsonNode(node: AST.TOMLContentNode, depth: number): JsonNode {
  const at = spanOf(node);
  if (node.type === 'TOMLArray')
    return { type: 'array', items: node.elements.map((item) => jsonNode(item, depth + 1)), ...at };
  if (node.type === 'TOMLInlineTable') {
    const table = new TomlTable(at, depth);
    for (const pair of node.body) table.set(pair);
    return table.node;
  }
  switch (node.kind) {
    case 'string':
      return { type: 'string', value: node.value, ...at };
    case 'integer':
    case 'float':
      return { type: 'number', value: Number(node.value), source: node.number, ...at };
    case 'boolean':
      return { type: 'boolean', value: node.value, ...at };
    default:
      return { type: 'string', value: node.datetime, ...at };
  }
}

const nameOf = (key: Key): string => (key.type === 'TOMLBare' ? key.name : key.value);

const spanOf = ({ range: [start, end] }: { readonly range: readonly [number, number] }): Span => ({
  offset: start,
  length: end - start,
});
