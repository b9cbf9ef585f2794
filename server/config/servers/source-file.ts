/** Reads the servers and lists that a file of an agent or of another tool defines. */
import { lazy } from '../../../common/lazy.ts';
import { isTomlUri } from '../../files/uris.ts';
import { isToml } from '../oh-my-pi/providers.ts';
import type { Fault } from '../text/fault.ts';
import { type JsonNode, liveMembers, memberValue, type Span, type StringNode } from '../text/json.ts';
import { parseText } from '../text/parse.ts';
import { isLarge, skim } from '../text/skim.ts';
import { type Connection, connectionOf, importedConnection } from './connection.ts';
import { type ConfigDocument, listedNames } from './document.ts';
import type { OpenDocument } from './open-document.ts';
import type { ServerEntry } from './server-entry.ts';
import type { Source } from './sources.ts';

let toml: typeof import('../text/toml.ts') | undefined;

/** Loads the TOML parser, which is too large to load if there are no TOML files. */
export const loadToml = lazy(async () => {
  toml = await import('../text/toml.ts');
});

/** False for a TOML file before `loadToml`. */
export function isReadable({ layout }: Source): boolean {
  return !isToml(layout) || toml !== undefined;
}

/** A server as one file defines it. */
export interface DefinedServer {
  readonly name: string;
  readonly source: Source;
  /** Range of the name in the text. */
  readonly key: Span;
  readonly value: Span | undefined;
  readonly connection: Connection;
  /** Present in files of Oh My Pi's own format. */
  readonly entry: ServerEntry | undefined;
  /** Present in imported files. */
  readonly node: JsonNode | undefined;
}

/** A name in one of the two lists. */
export interface ListItem {
  readonly list: string;
  readonly name: string;
  readonly node: StringNode;
  readonly source: Pick<Source, 'uri' | 'label'>;
}

/** Why an agent takes nothing from a file. */
export interface FileProblem {
  /** As text to put after a colon. */
  readonly why: string;
  /** What to do about it, as a sentence. */
  readonly step: string;
  readonly at: Span;
  /** What it leads to: no server of this file, or no server at all. */
  readonly effect: 'rejected' | 'refused';
}

export interface SourceFile {
  readonly source: Source;
  /** Present if the agent takes nothing from the file, and that is known. */
  readonly problem?: FileProblem | undefined;
  readonly definitions: readonly DefinedServer[];
  readonly items: readonly ListItem[];
  /** True if the agent ignores the whole file because its syntax isn't valid. Most files must be strict JSON. */
  readonly broken: boolean;
  /** True if it isn't even JSON with comments and trailing commas. */
  readonly damaged: boolean;
  /** True if an entry is `null`, which makes Oh My Pi's loader fail for all files of this kind. */
  readonly stopsLoader: boolean;
  /** Present for files of Oh My Pi's own format. */
  readonly document: ConfigDocument | undefined;
}

/** Reads a file of Oh My Pi's own format. */
export function readOwnFile(source: Source, document: ConfigDocument): SourceFile {
  const definitions = document.liveServers.map((entry): DefinedServer => {
    const { name, key, value } = entry;
    return { name, source, key, value, connection: connectionOf(entry, source.kind), entry, node: undefined };
  });
  return {
    source,
    definitions,
    items: listedNames(document).flatMap(({ list, node }) =>
      node.value === '' ? [] : [{ list, name: node.value, node, source }],
    ),
    broken: document.faults.length > 0,
    damaged: document.faults.some(breaksLooseJson),
    stopsLoader: definitions.some(({ entry }) => entry?.value?.type === 'null'),
    document,
  };
}

/** Reads another tool's file. */
export function readImportedFile(source: Source, document: OpenDocument): SourceFile {
  const text = document.text.getText();
  const { root, ...syntax } = isLargeState(source, text) ? treeOf(document.tree) : sourceTree(text, source);
  const definitions = Array.from(
    liveMembers(serversIn(root, source)),
    ([name, { key, value }]): DefinedServer => ({
      name,
      source,
      key,
      value,
      connection: importedConnection(name, value, source.layout),
      entry: undefined,
      node: value,
    }),
  );
  const stopsLoader = source.layout === 'claude' && definitions.some(({ node }) => node?.type === 'null');
  return { source, definitions, items: [], ...syntax, stopsLoader, document: undefined };
}

/** The deviations from strict JSON that an agent accepts. */
export interface AcceptedSyntax {
  readonly syntax?: 'comments' | 'jsonc';
  readonly acceptsByteOrderMark?: true;
  readonly acceptsEmpty?: true | 'without-blanks';
}

/** The tree of a file, and the first deviation that its reader doesn't accept. */
interface ReadTree extends Tree {
  readonly fault?: (Span & { readonly kind?: Fault['kind'] }) | undefined;
}

/** Returns the tree of a document, whose JSON is parsed only once. */
export function readTree(source: Source, document: OpenDocument, accepted: AcceptedSyntax): ReadTree {
  const text = document.text.getText();
  if (isLargeState(source, text)) return treeOf(document.tree);
  if (isToml(source.layout)) return tomlTree(text);
  const { root, faults } = isLarge(text) ? parseText(text) : document.config;
  const fault = faults.find(({ kind }) => !accepts(accepted, kind, text));
  return { root, broken: fault !== undefined, damaged: faults.some(breaksLooseJson), fault };
}

function accepts(
  { syntax, acceptsByteOrderMark, acceptsEmpty }: AcceptedSyntax,
  kind: Fault['kind'],
  text: string,
): boolean {
  switch (kind) {
    case 'comment':
      return syntax !== undefined;
    case 'trailing-comma':
      return syntax === 'jsonc';
    case 'byte-order-mark':
      return acceptsByteOrderMark === true;
    case 'empty':
      return acceptsEmpty === true || (acceptsEmpty === 'without-blanks' && text === '');
    default:
      return false;
  }
}

/** Returns the tree of a settings file; undefined if it can't be read, or no agent could read it. */
export function settingsTree(document: OpenDocument): JsonNode | undefined {
  const isBroken =
    !isTomlUri(document.uri) && !isLarge(document.text.getText()) && document.config.faults.some(breaksLooseJson);
  return isBroken ? undefined : tolerantTree(document);
}

/** Returns what can be recognized in a JSON or TOML file. */
export function tolerantTree(document: OpenDocument): JsonNode | undefined {
  if (!isTomlUri(document.uri)) return document.tree;
  return toml === undefined ? undefined : tomlTree(document.text.getText()).root;
}

/** Returns the tree of a JSON or TOML file. */
export function sourceTree(text: string, { layout }: Source): Tree {
  if (isToml(layout)) return tomlTree(text);
  if (isLargeState({ layout }, text)) return treeOf(skim(text));
  const { root, faults } = parseText(text);
  const damaged = faults.some(breaksLooseJson);
  // OpenCode reads JSON with comments, and Oh My Pi does the same with OpenCode's files.
  return { root, broken: layout === 'opencode' ? damaged : faults.length > 0, damaged };
}

/** Claude Code keeps its state in the file with its servers. Its document finds the brackets once for all that read it. */
const isLargeState = ({ layout }: Pick<Source, 'layout'>, text: string): boolean =>
  layout === 'claude' && isLarge(text);

const treeOf = (root: JsonNode | undefined): Tree => ({
  root,
  broken: root === undefined,
  damaged: root === undefined,
});

interface Tree extends Pick<SourceFile, 'broken' | 'damaged'> {
  readonly root: JsonNode | undefined;
}

/** Each agent and each server reads the same file. */
let lastToml: { readonly text: string; readonly tree: ReadTree } | undefined;

function tomlTree(text: string): ReadTree {
  if (lastToml?.text !== text) lastToml = { text, tree: newTomlTree(text) };
  return lastToml.tree;
}

function newTomlTree(text: string): ReadTree {
  if (toml === undefined) throw new Error('loadToml comes before reading TOML');
  try {
    return { root: toml.parseToml(text), broken: false, damaged: false };
  } catch (error) {
    if (error instanceof toml.TomlError) {
      const fault = error.offset === undefined ? undefined : { offset: error.offset, length: 0 };
      return { root: undefined, broken: true, damaged: true, fault };
    }
    throw error;
  }
}

function breaksLooseJson({ kind }: Fault): boolean {
  return kind !== 'comment' && kind !== 'trailing-comma' && kind !== 'byte-order-mark';
}

/** Returns the value that contains the servers of a tool. */
export function serversIn(root: JsonNode | undefined, { layout }: Source): JsonNode | undefined {
  if (isToml(layout)) return memberValue(root, 'mcp_servers');
  if (layout === 'opencode') return memberValue(root, 'mcp');
  // Oh My Pi doesn't read "servers" at the top level, which is what VS Code itself writes.
  if (layout === 'vscode') return memberValue(memberValue(root, 'mcp'), 'servers');
  return memberValue(root, 'mcpServers');
}
