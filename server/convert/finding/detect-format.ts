/** Detects the format of a text by the caller's hint, its path, its `$schema`, or its shape. */
import type { ToolId } from '../../../common/generated/tools.ts';
import { toolOfPath } from '../../../common/messages/tool-files.ts';
import { toolOfSchema } from '../../config/format/dialects.ts';
import { factOfKey } from '../../config/format/foreign-keys.ts';
import { isOtherCommand } from '../../config/servers/recognize-servers.ts';
import { splitCommandLine } from '../../config/shell-words.ts';
import {
  type JsonNode,
  liveMembers,
  type Member,
  memberValue,
  type ObjectNode,
  stringValue,
} from '../../config/text/json.ts';
import { allTools } from '../../tools/all-tools.ts';
import { serverCommand, withVariables } from '../commands/plain-command.ts';
import type { Language } from '../tree.ts';
import { numberOf, valueIn } from '../value.ts';

export interface Hints {
  /** The format, if the caller knows it. */
  readonly from?: ToolId | undefined;
  /** Path or URI of the text. */
  readonly path?: string | undefined;
}

/** Detects the language of a text. */
export function languageOf(text: string, { from, path = '' }: Hints): Language {
  if (/^\s*[{"]/.test(text)) return 'json';
  if (
    from === 'codex' ||
    from === 'grok' ||
    /\.toml$/i.test(path) ||
    /^[ \t]*(?:\[+[ \t]*mcp_servers\b|mcp_servers[ \t]*[.=])/m.test(text)
  )
    return 'toml';
  if (from === 'continue' || from === 'goose' || /\.ya?ml$/i.test(path)) return 'yaml';
  if (/^(?:mcpServers|extensions):\s*(?:#.*)?$/m.test(text)) return 'yaml';
  return 'json';
}

/** Keys under which tools store their servers. */
const rootDialects: readonly (readonly [key: string, dialect: ToolId])[] = [
  ['mcpServers', 'oh-my-pi'],
  ['servers', 'vscode'],
  ['context_servers', 'zed'],
  ['mcp_servers', 'codex'],
  ['amp.mcpServers', 'amp'],
  ['mcp', 'opencode'],
  ['extensions', 'goose'],
];

/** The object or list that contains the servers. */
export interface Root {
  readonly node: JsonNode;
  /** Its key at the top level; undefined if the servers themselves are at the top level. */
  readonly key: string | undefined;
  readonly dialect: ToolId;
  /** True if the servers have a shape that several tools use. */
  readonly isGuess?: boolean;
  /** True if the file has other settings next to the servers, which aren't about them. */
  readonly inSettings?: boolean;
}

/** Finds the servers in a tree; undefined if it has none. */
export function rootOf(tree: JsonNode, { from, path }: Hints): Root | undefined {
  if (tree.type !== 'object') return undefined;
  const members = liveMembers(tree);
  const schema = stringValue(memberValue(tree, '$schema')) ?? '';
  const told = from ?? toolOfPath(path ?? '')?.dialect ?? toolOfSchema(schema);
  const deeper = deeperIn(members.get('mcp')?.value, told) ?? inSettings(tree, members);
  if (deeper !== undefined) return deeper;
  for (const [key, usual] of rootDialects) {
    const node = members.get(key)?.value;
    if (node?.type !== 'object' && node?.type !== 'array') continue;
    if (key === 'mcp' && !entriesIn(node).some((entry) => keysOf(entry).length > 0)) continue;
    if (key === 'extensions' && told !== 'goose' && !entriesIn(node).some(isGooses)) continue;
    return {
      node,
      key,
      dialect: told ?? shapeDialect(node, members, usual),
      isGuess: told === undefined && !entriesIn(node).some(isClines),
    };
  }
  const flat = [...members.values()].some(({ value }) => hasEndpoint(value));
  if (!flat) return undefined;
  return {
    node: tree,
    key: undefined,
    dialect: told ?? shapeDialect(tree, members, 'oh-my-pi'),
    isGuess: told === undefined && !entriesIn(tree).some(isClines),
  };
}

/** Returns the servers one level deeper, where newer versions of OpenCode and VS Code's own settings have them. */
export function serversBelow(outer: JsonNode | undefined): ObjectNode | undefined {
  const node = memberValue(outer, 'servers');
  // It can be a server with that name.
  return node?.type === 'object' && !hasEndpoint(node) ? node : undefined;
}

function deeperIn(outer: JsonNode | undefined, told: ToolId | undefined): Root | undefined {
  const node = serversBelow(outer);
  if (node === undefined) return undefined;
  const dialect = told === 'opencode' || entriesIn(node).some(isOpenCodes) ? 'opencode' : 'vscode';
  return { node, key: 'mcp', dialect, inSettings: true };
}

/** Keys of settings that contain servers: of VS Code, and of its extensions. The one before the last dot is the tool. */
const settingsKey = /(?:^|\.)(?:mcp\.servers|mcpServers)$/;
/** Keys of settings whose value has a key with the servers. */
const containers: readonly (readonly string[])[] = [
  ['augment.advanced', 'mcpServers'],
  ['settings', 'mcp', 'servers'],
  ['customizations', 'vscode', 'mcp', 'servers'],
  ['customizations', 'vscode', 'settings', 'mcp', 'servers'],
];

/** Finds servers in VS Code's settings, a workspace file, or `devcontainer.json`. */
function inSettings(tree: ObjectNode, members: ReadonlyMap<string, Member>): Root | undefined {
  const flat = [...members.values()].find(({ key }) => key.value.includes('.') && settingsKey.test(key.value));
  const nested = containers.find((path) => path.reduce<JsonNode | undefined>(memberValue, tree) !== undefined);
  const node = flat?.value ?? nested?.reduce<JsonNode | undefined>(memberValue, tree);
  const key = flat?.key.value ?? nested?.[0] ?? '';
  if ((node?.type !== 'object' && node?.type !== 'array') || rootDialects.some(([known]) => members.has(known)))
    return undefined;
  const dialect = /servers$/.test(nested?.at(-1) ?? key) ? 'vscode' : shapeDialect(node, members, 'oh-my-pi');
  return { node, key, dialect, isGuess: true, inSettings: true };
}

/** Tools by keys that Oh My Pi's format doesn't have, and that one tool is known for. */
const foreignKeys: ReadonlyMap<string, ToolId> = new Map(
  allTools.flatMap(({ id, serverKeys = {} }) =>
    Object.entries(serverKeys).flatMap(([key, fact]) =>
      factOfKey(fact).isShared === true ? [] : [[key, id] as const],
    ),
  ),
);

/** Tools by keys of servers that only they have. */
const tellingKeys: ReadonlyMap<string, ToolId> = new Map(
  allTools.flatMap(({ id, source }) => (source?.tellingKeys ?? []).map((key) => [key, id] as const)),
);

/** Detects the tool by the keys of its servers, because many tools use the same name for the object. */
function shapeDialect(node: JsonNode, top: ReadonlyMap<string, Member>, usual: ToolId): ToolId {
  const entries = entriesIn(node);
  if (usual === 'opencode') return entries.some(isOpenCodes) || !entries.some(isCrushs) ? 'opencode' : 'crush';
  if (usual !== 'oh-my-pi') return usual;
  if (node.type === 'array') return 'continue';
  if (top.has('projects')) return 'claude-code';
  const keys = entries.flatMap(keysOf);
  const told = keys.flatMap((key) => tellingKeys.get(key) ?? [])[0];
  const own = keys.flatMap((key) => foreignKeys.get(key) ?? [])[0];
  const dialect = told ?? own ?? (entries.some(isClines) ? 'cline' : 'oh-my-pi');
  return dialect === 'cline' && !isCertainlyClines(entries, keys) ? 'kiro' : dialect;
}

/** Maximum of Roo Code, in seconds. As milliseconds, it would be too short for most servers. */
const longestInSeconds = 3600;

/** False if the servers could as well be Kiro's, whose timeouts are in milliseconds and whose URLs are of http servers. */
function isCertainlyClines(entries: readonly ObjectNode[], keys: readonly string[]): boolean {
  if (entries.some(isClines) || keys.includes('transportType')) return true;
  const timeouts = entries.flatMap((entry) => numberOf(valueIn(memberValue(entry, 'timeout'))) ?? []);
  if (timeouts.some((timeout) => timeout > longestInSeconds)) return false;
  return timeouts.length > 0 || keys.includes('alwaysAllow');
}

const entriesIn = (node: JsonNode): readonly ObjectNode[] =>
  node.type === 'object' ? node.members.flatMap(({ value }) => (value?.type === 'object' ? [value] : [])) : [];

const keysOf = (entry: ObjectNode): readonly string[] => entry.members.map(({ key }) => key.value);

const typeOf = (entry: ObjectNode): string => stringValue(memberValue(entry, 'type')) ?? '';

const isOpenCodes = (entry: ObjectNode): boolean =>
  /^(?:local|remote)$/.test(typeOf(entry)) ||
  memberValue(entry, 'command')?.type === 'array' ||
  memberValue(entry, 'environment') !== undefined;

const isCrushs = (entry: ObjectNode): boolean => /^(?:stdio|http|sse)$/.test(typeOf(entry));

const isClines = (entry: ObjectNode): boolean =>
  typeOf(entry) === 'streamableHttp' || memberValue(entry, 'transport')?.type === 'object';

const isGooses = (entry: ObjectNode): boolean =>
  memberValue(entry, 'cmd') !== undefined || memberValue(entry, 'uri') !== undefined;

/** True for an object with a command or URL in the format of any tool, but not for a hook, task, or key binding. */
export function hasEndpoint(node: JsonNode | undefined): boolean {
  return (
    node?.type === 'object' &&
    !isOtherCommand(node) &&
    stringValue(memberValue(node, 'key')) === undefined &&
    node.members.some(
      ({ key, value }) => /^(?:command|url|serverUrl|httpUrl)$/.test(key.value) && mayBeEndpoint(value),
    ) &&
    !isOtherLine(node)
  );
}

/** True for a command line of a task, or of a call of a tool: `{"command": "npm run dev"}`. A program can be a path with spaces. */
function isOtherLine(entry: ObjectNode): boolean {
  const line = stringValue(memberValue(entry, 'command'))?.trim() ?? '';
  if (!/\s/.test(line) || /^(?:[~./\\]|[A-Za-z]:)/.test(line) || memberValue(entry, 'args') !== undefined) return false;
  return serverCommand(withVariables(splitCommandLine(line) ?? [])) === undefined;
}

/** False for an object, such as the custom commands of OpenCode, unless it's a command in Zed's earlier format. */
const mayBeEndpoint = (value: JsonNode | undefined): boolean =>
  value?.type !== 'object' || stringValue(memberValue(value, 'path')) !== undefined;
