/** Whose format a text is in: by what the caller says, its path, its `$schema`, its shape. */
import { type Dialect, toolOfPath } from '../../common/tool-files.ts';
import { foreignKey, toolOfSchema } from '../config/dialects.ts';
import { type JsonNode, liveMembers, type Member, type ObjectNode } from '../config/json.ts';
import type { Language } from './tree.ts';

export interface Hints {
  /** The caller knows it. */
  readonly from?: Dialect | undefined;
  /** Path or address of the text. */
  readonly path?: string | undefined;
}

/** The language that a text is written in. */
export function languageOf(text: string, { from, path = '' }: Hints): Language {
  if (/^\s*[{"]/.test(text)) return 'json';
  if (from === 'codex' || /\.toml$/i.test(path) || /^\s*(?:\[+\s*mcp_servers\b|mcp_servers\s*[.=])/m.test(text))
    return 'toml';
  if (from === 'continue' || /\.ya?ml$/i.test(path) || /^mcpServers:\s*(?:#.*)?$/m.test(text)) return 'yaml';
  return 'json';
}

/** Keys under which tools keep their servers. VS Code's own settings hold them one level deeper. */
const rootDialects: readonly (readonly [key: string, dialect: Dialect])[] = [
  ['mcpServers', 'agent'],
  ['servers', 'vscode'],
  ['context_servers', 'zed'],
  ['mcp_servers', 'codex'],
  ['mcp', 'opencode'],
];

/** The object or list that holds the servers. */
export interface Root {
  readonly node: JsonNode;
  /** Its key at the top level; undefined for servers that stand at the top level themselves. */
  readonly key: string | undefined;
  readonly dialect: Dialect;
}

/** Where the servers are; undefined where a tree holds none. */
export function rootOf(tree: JsonNode, { from, path }: Hints): Root | undefined {
  if (tree.type !== 'object') return undefined;
  const members = liveMembers(tree);
  const told = from ?? (path === undefined ? undefined : toolOfPath(path)?.dialect) ?? schemaDialect(members);
  const inner = members.get('mcp')?.value;
  const deeper = inner?.type === 'object' ? liveMembers(inner).get('servers')?.value : undefined;
  if (deeper?.type === 'object') return { node: deeper, key: 'mcp', dialect: 'vscode' };
  for (const [key, usual] of rootDialects) {
    const node = members.get(key)?.value;
    if (node?.type !== 'object' && node?.type !== 'array') continue;
    const shape = usual === 'agent' ? shapeDialect(node, members) : usual;
    return { node, key, dialect: told ?? shape };
  }
  const flat = [...members.values()].some(({ value }) => looksLikeServer(value));
  return flat ? { node: tree, key: undefined, dialect: told ?? shapeDialect(tree, members) } : undefined;
}

function schemaDialect(members: ReadonlyMap<string, Member>): Dialect | undefined {
  const schema = members.get('$schema')?.value;
  return schema?.type === 'string' ? toolOfSchema(schema.value) : undefined;
}

/** Names that the table of foreign keys gives to tools. */
const tools: ReadonlyMap<string, Dialect> = new Map<string, Dialect>([
  ['Windsurf', 'windsurf'],
  ['Gemini CLI', 'gemini'],
  ['Roo Code', 'cline'],
  ['Cline', 'cline'],
  ['Claude Code', 'claude-code'],
  ['Codex', 'codex'],
  ['OpenCode', 'opencode'],
  ['Zed', 'zed'],
  ['VS Code', 'vscode'],
]);

/** Many tools call their object `mcpServers`; the keys of the servers tell them apart. */
function shapeDialect(node: JsonNode, top: ReadonlyMap<string, Member>): Dialect {
  if (node.type === 'array') return 'continue';
  if (top.has('projects')) return 'claude-code';
  const entries =
    node.type === 'object' ? node.members.flatMap(({ value }) => (value?.type === 'object' ? [value] : [])) : [];
  for (const key of entries.flatMap(keysOf)) {
    const dialect = tools.get(foreignKey('server', key)?.tool ?? '');
    if (dialect !== undefined) return dialect;
  }
  return entries.some((entry) => typeOf(entry) === 'streamableHttp') ? 'cline' : 'agent';
}

const keysOf = (entry: ObjectNode): readonly string[] => entry.members.map(({ key }) => key.value);

function typeOf(entry: ObjectNode): string | undefined {
  const type = liveMembers(entry).get('type')?.value;
  return type?.type === 'string' ? type.value : undefined;
}

/** An object with an endpoint in any tool's words. */
export function looksLikeServer(node: JsonNode | undefined): boolean {
  return node?.type === 'object' && keysOf(node).some((key) => /^(?:command|url|serverUrl|httpUrl)$/.test(key));
}
