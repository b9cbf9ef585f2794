/** What a server connects to, in a form that makes entries of different tools comparable. */
import * as l10n from '@vscode/l10n';
import { expandVariables, usedVariables } from '../../common/variables.ts';
import { hasBehavior } from './agent-version.ts';
import { type BuiltIn, builtInFor } from './built-in.ts';
import type { Transport } from './field.ts';
import { type JsonNode, type ObjectNode, stringValue } from './json.ts';
import type { FileLayout } from './providers.ts';
import { codexFromEnvironment, isPresent, type Values, valuesOf } from './read-properties.ts';
import type { ParsedServer, ServerEntry } from './server.ts';
import type { Place, Source } from './sources.ts';

/** A definition of a server as the agent sees it. Has no positions and no nodes, because it's kept while texts change. */
export interface Connection {
  readonly transport: Transport | undefined;
  /** Equal for equal connections only, in a version of Oh My Pi; absent if the entry can't be connected or compared. */
  readonly key?: (version: string) => string;
  /** With the defaults of variables. */
  readonly enabled: boolean | undefined;
  /** Names of variables in "enabled". If one is set, the value is unknown. */
  readonly enabledBy?: readonly string[];
  /** Why the agent can't connect to it, as text to put after a colon. */
  readonly flaw: string | undefined;
  /** The agent's own tool that makes it unnecessary. */
  readonly builtIn?: BuiltIn | undefined;
}

const notAnObject = (): Connection => ({
  transport: undefined,
  enabled: undefined,
  flaw: l10n.t('not an object'),
});

/** Connections by the text of the entry. */
const connections = new WeakMap<object, { readonly kind: Source['kind']; readonly connection: Connection }>();

/**
 * Returns the connection of an entry in the agent's own format.
 * @param kind files in the agent's own folders accept more spellings of "enabled"
 */
export function connectionOf(entry: ServerEntry, kind: Source['kind']): Connection {
  let known = connections.get(entry.textId);
  if (known?.kind !== kind) {
    const { name, parsed } = entry;
    known = { kind, connection: parsed === undefined ? notAnObject() : ownConnection(name, parsed, kind) };
    connections.set(entry.textId, known);
  }
  return known.connection;
}

function ownConnection(name: string, { group }: ParsedServer, kind: Source['kind']): Connection {
  const value = (name: string): JsonNode | undefined => group.fields.get(name)?.value;
  const { transport, flaw } = loaded(value('type'), value('command'), value('url'));
  const connection: Connection = {
    transport,
    ...(kind === 'agent' ? lenientEnabled(value('enabled')) : { enabled: booleanOf(value('enabled')) }),
    flaw,
    builtIn: builtInFor(name, valuesOf(group.node, 'own')),
  };
  if (flaw !== undefined || transport === undefined) return connection;
  const older = keyOf(transport, value);
  const format = stringValue(value('requestIdFormat'));
  const newer = format === undefined ? older : keyOf(transport, value, format);
  return { ...connection, key: (version) => (hasBehavior(version, 'requestIdFormat') ? newer : older) };
}

type Loaded = Pick<Connection, 'transport' | 'flaw'>;

/**
 * Returns how the agent connects to a server, regardless of what the format requires: a known `type` decides, then
 * `command`, then `url`.
 */
function loaded(type: JsonNode | undefined, command: JsonNode | undefined, url: JsonNode | undefined): Loaded {
  const stated = stringValue(type);
  const [hasCommand, hasUrl] = [isPresent(command), isPresent(url)];
  if (stated === 'http' || stated === 'sse') return { transport: stated, flaw: endpointFlaw('url', url) };
  if (stated === 'stdio') return { transport: 'stdio', flaw: endpointFlaw('command', command) };
  if (type !== undefined && type.type !== 'null' && !hasCommand && hasUrl)
    return { transport: undefined, flaw: l10n.t('unknown "type"') };
  if (hasCommand) return { transport: 'stdio', flaw: endpointFlaw('command', command) };
  if (hasUrl) return { transport: 'http', flaw: endpointFlaw('url', url) };
  return { transport: undefined, flaw: l10n.t('missing "command" or "url"') };
}

function endpointFlaw(name: string, value: JsonNode | undefined): string | undefined {
  if (!isPresent(value)) return l10n.t('missing "{0}"', name);
  return value?.type === 'string' ? undefined : l10n.t('invalid "{0}"', name);
}

/** Also accepts the strings "true", "false", "1", and "0" in any letter case, after the expansion of variables. */
function lenientEnabled(node: JsonNode | undefined): Pick<Connection, 'enabled' | 'enabledBy'> {
  const written = stringValue(node);
  if (written === undefined) return { enabled: booleanOf(node) };
  const unset = () => undefined;
  const text = expandVariables(written, unset).toLowerCase();
  const isFalse = text === 'false' || text === '0';
  return {
    enabled: text === 'true' || text === '1' || (isFalse ? false : undefined),
    enabledBy: usedVariables(written, unset).map(({ name }) => name),
  };
}

/** Returns whether a server is enabled at a place; undefined if nothing says so, or if a variable decides. */
export function enabledAt({ variables }: Place, { enabled, enabledBy = [] }: Connection): boolean | undefined {
  return enabledBy.some((name) => variables.has(name)) ? undefined : enabled;
}

/** Returns the connection of an entry in another tool's file, of which the agent reads only some properties. */
export function importedConnection(name: string, node: JsonNode | undefined, layout: FileLayout): Connection {
  if (node?.type !== 'object') return notAnObject();
  const value = valuesOf(node, layout);
  const { transport, flaw } = loaded(value('type'), value('command'), value('url'));
  const connection: Connection = {
    transport,
    enabled: booleanOf(value('enabled')),
    flaw,
    builtIn: builtInFor(name, value),
  };
  if (flaw !== undefined || transport === undefined) return connection;
  if (layout === 'codex' && codexFromEnvironment.some((name) => value(name) !== undefined)) return connection;
  const newer = keyOf(transport, value);
  // Older versions don't read "oauth" in OpenCode's files.
  const older =
    layout === 'opencode' ? keyOf(transport, (name) => (name === 'oauth' ? undefined : value(name))) : newer;
  return { ...connection, key: (version) => (hasBehavior(version, 'openCodeOauth') ? newer : older) };
}

const process = ['command', 'args', 'env', 'cwd'];
const endpoint = ['url', 'headers'];

/** Joins transport, command with args, env, and cwd (or url with headers), auth, oauth, and requestIdFormat. */
function keyOf(transport: Transport, value: Values, requestIdFormat = 'number'): string {
  const names = [...(transport === 'stdio' ? process : endpoint), 'auth', 'oauth'];
  const parts = names.map((name) => {
    const node = value(name);
    return node === undefined ? '' : canonical(node);
  });
  return [transport, ...parts, requestIdFormat].join('\n');
}

/** Far deeper than any field of the format. */
const maxDepth = 50;

/** Number of values that were too deep to be compared. */
let deep = 0;

/** Returns JSON with sorted keys. A value that is too deep equals no other. */
function canonical(node: JsonNode, depth = 0): string {
  if (depth > maxDepth) return `deep ${++deep}`;
  switch (node.type) {
    case 'object':
      return `{${sorted(node, depth + 1).join()}}`;
    case 'array':
      return `[${node.items.map((item) => canonical(item, depth + 1)).join()}]`;
    case 'null':
    case 'invalid':
      return node.type;
    default:
      return JSON.stringify(node.value);
  }
}

function sorted(node: ObjectNode, depth: number): readonly string[] {
  const pairs = node.members
    .filter(({ live }) => live)
    .map(({ key, value }) => `${JSON.stringify(key.value)}:${value === undefined ? '' : canonical(value, depth)}`);
  return pairs.toSorted();
}

function booleanOf(node: JsonNode | undefined): boolean | undefined {
  return node?.type === 'boolean' ? node.value : undefined;
}
