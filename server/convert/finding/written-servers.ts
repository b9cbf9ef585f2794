/** The servers of a file as they are written, whether or not anything reads or converts them. */
import { type JsonNode, liveMembers, type ObjectNode, type Span } from '../../config/text/json.ts';
import { isOwnFile, type ReadOptions } from '../read.ts';
import { readJson, readToml, readYaml } from '../tree.ts';
import { hasEndpoint, languageOf, type Root, rootOf } from './detect-format.ts';
import { aloneIn } from './find-entries.ts';
import { holdsServersOnly, otherRoots } from './other-roots.ts';

export interface WrittenServer {
  readonly name: string;
  /** Range of the name, or of the whole entry in a list. */
  readonly at: Span;
  readonly value: JsonNode | undefined;
}

export interface WrittenFile {
  readonly servers: readonly WrittenServer[];
  /** What else is at the top level of a file that only has servers: lists of names, and questions to the user. */
  readonly settings: ObjectNode | undefined;
}

/** @throws ConversionError if the text can't be read */
export async function writtenServers(text: string, options: ReadOptions): Promise<WrittenFile> {
  const language = languageOf(text, options);
  const tree = language === 'json' ? readJson(text) : language === 'toml' ? readToml(text) : await readYaml(text);
  const ownFile = isOwnFile(options);
  const first = rootOf(tree, options);
  if (tree.type !== 'object') return { servers: [], settings: undefined };
  const alone = first?.key === undefined && hasEndpoint(tree) ? aloneIn(tree) : undefined;
  if (alone !== undefined) return { servers: [{ name: alone.name, at: alone.at, value: tree }], settings: undefined };
  const roots = first === undefined ? [] : [first, ...otherRoots(tree, first, ownFile)];
  const isServersOnly = first === undefined ? ownFile : holdsServersOnly(first, ownFile);
  return { servers: roots.flatMap(serversIn), settings: isServersOnly ? settingsIn(tree, roots) : undefined };
}

function serversIn({ node, key }: Root): readonly WrittenServer[] {
  if (node.type === 'array')
    return node.items.flatMap((item) => {
      const entry = aloneIn(item);
      return entry === undefined ? [] : [{ name: entry.name, at: item, value: item }];
    });
  return [...liveMembers(node)].flatMap(([name, { key: at, value }]) =>
    // At the top level, there may be other keys next to the servers.
    key === undefined && !hasEndpoint(value) ? [] : [{ name, at, value }],
  );
}

function settingsIn(tree: ObjectNode, roots: readonly Root[]): ObjectNode {
  const isServers = (key: string, value: JsonNode | undefined): boolean =>
    roots.some((root) => root.key === key) || (roots.some((root) => root.key === undefined) && hasEndpoint(value));
  return { ...tree, members: tree.members.filter(({ key, value }) => !isServers(key.value, value)) };
}
