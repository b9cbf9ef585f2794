/** Server names: which are valid, and where they are, as keys of the map and in the two lists. */
import * as l10n from '@vscode/l10n';
import { serverNameLimit, serverNamePattern } from '../format/format.ts';
import { quote } from '../language.ts';
import { endOf, type Span, type StringNode, touches } from '../text/json.ts';
import { type ConfigDocument, listedNames } from './document.ts';
import type { ServerEntry } from './server-entry.ts';
import type { ListItem } from './source-file.ts';

/** Returns why a server can't have this name, as a sentence; undefined if it can. */
export function nameProblem(name: string): string | undefined {
  if (serverNamePattern.test(name)) return undefined;
  return l10n.t(
    '{0} isn\'t a valid server name. Use 1 to {1} letters, digits, "_", ".", and "-".',
    quote(name),
    serverNameLimit,
  );
}

/** A name at a position in a document. */
export interface NameAt {
  readonly name: string;
  readonly node: StringNode;
  /** Present if the name is the key of a definition. */
  readonly entry?: ServerEntry;
  /** Present if the name is in a list. */
  readonly list?: ListItem['list'];
}

/** Returns the server name at an offset, including its quotes; undefined if the offset isn't in a name. */
export function nameAt(document: ConfigDocument, offset: number): NameAt | undefined {
  const entry = entryAt(document, offset);
  if (entry !== undefined && touches(entry.key, offset)) return { name: entry.name, node: entry.key, entry };
  const item = listedNames(document).find(({ node }) => touches(node, offset));
  return item && { ...item, name: item.node.value };
}

/** Returns the entry that contains an offset, including its name. */
export function entryAt({ servers }: ConfigDocument, offset: number): ServerEntry | undefined {
  // The entries are in text order.
  let [from, to] = [0, servers.length];
  while (from < to) {
    const middle = (from + to) >>> 1;
    if ((servers[middle]?.key.offset ?? 0) <= offset) from = middle + 1;
    else to = middle;
  }
  const entry = servers[from - 1];
  return entry !== undefined && offset <= endOf(entry.value ?? entry.key) ? entry : undefined;
}

/** Returns the range of a string without its quotes. */
export function insideQuotes(text: string, { offset, length }: Span): Span {
  const quote = text[offset] === '"' || text[offset] === "'" ? 1 : 0;
  const closed = length > 1 && text[offset + length - 1] === text[offset] && quote === 1 ? 1 : 0;
  return { offset: offset + quote, length: length - quote - closed };
}
