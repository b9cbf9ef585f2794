/** What a server connects to, in a form that makes entries of different tools comparable. */
import * as l10n from '@vscode/l10n';
import { expandVariables, usedVariables } from '../../../common/variables.ts';
import { isRestriction } from '../format/agent-properties.ts';
import type { Transport } from '../format/field.ts';
import { transports } from '../format/format.ts';
import { type BuiltIn, builtInFor } from '../oh-my-pi/built-in.ts';
import { departuresOf, importedDepartures } from '../oh-my-pi/departures.ts';
import { codexFromEnvironment, isPresent, type Values, valuesOf } from '../oh-my-pi/imported-properties.ts';
import type { FileLayout } from '../oh-my-pi/providers.ts';
import { hasBehavior } from '../oh-my-pi/version.ts';
import { type JsonNode, liveMembers, type ObjectNode, stringValue } from '../text/json.ts';
import { type EntryFlaw, endpointRemedy, missingEndpoint, notAnObject, notText, unknownType } from './entry-flaw.ts';
import type { ParsedServer, ServerEntry } from './server-entry.ts';
import type { Place, Source } from './sources.ts';

/** A definition of a server as an agent sees it. Has no positions and no nodes, because it's kept while texts change. */
export interface Connection {
  readonly transport: Transport | undefined;
  /** Equal at a place for equal connections only; absent if the entry can't be connected or compared. */
  readonly key?: (place: ConnectionPlace) => string;
  /** With the defaults of variables. */
  readonly enabled: boolean | undefined;
  /** Names of variables in "enabled". If one is set, the value is unknown. */
  readonly enabledBy?: readonly string[];
  /** Why the agent can't connect to it. */
  readonly flaw: EntryFlaw | undefined;
  /** True if a flaw has no effect on other servers, although the agent's usual reaction would be to load none. */
  readonly isAlone?: boolean;
  /** How the entry departs from the format although the agent connects to it, as texts to put after a colon. */
  readonly departures?: readonly string[];
  /** What the server needs, or turns it off, in properties that the agent ignores. */
  readonly lost?: readonly LostProperty[];
  /** Properties that are meant to hide tools, and that the agent doesn't read. */
  readonly vainRestrictions?: readonly string[];
  /** The agent's own tool that makes it unnecessary. */
  readonly builtIn?: BuiltIn | undefined;
}

export interface LostProperty {
  readonly path: string;
  /** The field of Oh My Pi's format that it stands for. */
  readonly field?: string;
  /** The property with its value, if it's meant to turn the server off: `"disabled": true`. */
  readonly off?: string;
}

type ConnectionPlace = Pick<Place, 'version' | 'variables'>;

const unread = (): Connection => ({ transport: undefined, enabled: undefined, flaw: notAnObject() });

/**
 * Returns the connection of an entry in Oh My Pi's own format.
 * @param kind in files in Oh My Pi's own folders, "enabled" and "type" may contain variables
 */
export function connectionOf(entry: ServerEntry, kind: Source['kind']): Connection {
  return entry.memo.recall('connection', [kind], () =>
    entry.parsed === undefined ? unread() : ownConnection(entry.name, entry.parsed, kind),
  );
}

function ownConnection(name: string, { group }: ParsedServer, kind: Source['kind']): Connection {
  const value = (name: string): JsonNode | undefined => group.fields.get(name)?.value;
  const written = statedType(value('type'));
  const type = written !== undefined && kind === 'oh-my-pi' ? expandVariables(written, () => undefined) : written;
  const { transport, flaw } = loadedAs(name, value, { type, keys: liveMembers(group.node).keys() });
  const connection: Connection = {
    transport,
    ...(kind === 'oh-my-pi' ? lenientEnabled(value('enabled')) : { enabled: booleanOf(value('enabled')) }),
    flaw,
    builtIn: builtInFor(name, valuesOf(group.node, 'own'), type ?? transport),
  };
  if (flaw !== undefined || transport === undefined) return connection;
  const departures = departuresOf(valuesOf(group.node, 'own'), { type, transport, isLenient: kind === 'oh-my-pi' });
  const key = keyOf(type ?? transport, value, stringValue(value('requestIdFormat')));
  const restricted = { ...connection, departures, vainRestrictions: restrictionsIn(group.node) };
  return { ...restricted, ...(key !== undefined && { key: expanded(key) }) };
}

/** Oh My Pi reads none of them. */
const restrictionsIn = (node: ObjectNode): readonly string[] => [...liveMembers(node).keys()].filter(isRestriction);

/** Returns a type that isn't a string as an unknown type. */
function statedType(node: JsonNode | undefined): string | undefined {
  return node === undefined || node.type === 'null' ? undefined : (stringValue(node) ?? node.type);
}

interface LoadOptions {
  /** With its variables expanded, if Oh My Pi does that; default: as written. */
  readonly type?: string | undefined;
  /** The properties of the entry, of which one can be an endpoint in another spelling. */
  readonly keys?: Iterable<string>;
}

/**
 * Returns how Oh My Pi connects to a server, regardless of what the format requires: a known `type` decides, then
 * `command`, then `url`.
 */
export function loadedAs(
  name: string,
  value: Values,
  { type = statedType(value('type')), keys = [] }: LoadOptions = {},
): Pick<Connection, 'transport' | 'flaw'> {
  if (name === '')
    return { transport: undefined, flaw: { why: l10n.t('empty name'), remedy: l10n.t('Rename the server.') } };
  const [command, url] = [value('command'), value('url')];
  const [hasCommand, hasUrl] = [isPresent(command), isPresent(url)];
  const endpointFlaw = (property: string, node: JsonNode | undefined): EntryFlaw | undefined => {
    if (!isPresent(node)) return { why: l10n.t('missing "{0}"', property), remedy: endpointRemedy(keys, [property]) };
    return node?.type === 'string' ? undefined : notText(property);
  };
  if (type === 'http' || type === 'sse') return { transport: type, flaw: endpointFlaw('url', url) };
  if (type === 'stdio') return { transport: 'stdio', flaw: endpointFlaw('command', command) };
  if (type !== undefined && !hasCommand && hasUrl) return { transport: undefined, flaw: unknownType(transports) };
  if (hasCommand) return { transport: 'stdio', flaw: endpointFlaw('command', command) };
  if (hasUrl) return { transport: 'http', flaw: endpointFlaw('url', url) };
  return { transport: undefined, flaw: missingEndpoint(keys) };
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

/** Returns the connection of an entry in another tool's file, of which Oh My Pi reads only some properties. */
export function importedConnection(name: string, node: JsonNode | undefined, layout: FileLayout): Connection {
  if (node?.type !== 'object') return unread();
  const value = valuesOf(node, layout);
  const type = statedType(value('type'));
  const { transport, flaw } = loadedAs(name, value, { type, keys: liveMembers(node).keys() });
  const connection: Connection = {
    transport,
    enabled: booleanOf(value('enabled')),
    flaw,
    departures: importedDepartures(node),
    vainRestrictions: restrictionsIn(node),
    builtIn: builtInFor(name, value, type ?? transport),
  };
  if (flaw !== undefined || transport === undefined) return connection;
  if (layout === 'codex' && codexFromEnvironment.some((name) => value(name) !== undefined)) return connection;
  const newer = keyOf(type ?? transport, value);
  if (newer === undefined) return connection;
  if (layout === 'codex') return { ...connection, key: () => newer };
  if (layout !== 'opencode') return { ...connection, key: expanded(newer) };
  // Older versions don't read "oauth" in OpenCode's files.
  const older = keyOf(type ?? transport, (name) => (name === 'oauth' ? undefined : value(name)));
  return { ...connection, key: ({ version }) => (hasBehavior(version, 'openCodeOauth') ? newer : (older ?? newer)) };
}

const process = ['command', 'args', 'env', 'cwd'];
const endpoint = ['url', 'headers'];

/** Expands the variables of a key that aren't set at a place. The values of the others are unknown. */
function expanded(key: string): (place: ConnectionPlace) => string {
  if (!key.includes('${')) return () => key;
  return ({ variables }) => expandVariables(key, (name) => (variables.has(name) ? `\${${name}}` : undefined));
}

/**
 * Joins type, command with args, env, and cwd (or url with headers), auth, oauth, and requestIdFormat. Undefined if a
 * value is too deep to be compared.
 * @param type of an unknown type, Oh My Pi compares url and headers even if there is a command
 */
function keyOf(type: string, value: Values, requestIdFormat = 'number'): string | undefined {
  const parts = [type];
  for (const name of [...(type === 'stdio' ? process : endpoint), 'auth', 'oauth']) {
    const node = value(name);
    const part = node === undefined ? '' : canonical(node);
    if (part === undefined) return undefined;
    parts.push(part);
  }
  return [...parts, requestIdFormat].join('\n');
}

/** Far deeper than any field of the format. */
const maxDepth = 50;

/** Returns JSON with sorted keys; undefined if the value is too deep. */
function canonical(node: JsonNode, depth = 0): string | undefined {
  if (depth > maxDepth) return undefined;
  switch (node.type) {
    case 'object': {
      const pairs: string[] = [];
      for (const [name, { value }] of liveMembers(node)) {
        const text = value === undefined ? '' : canonical(value, depth + 1);
        if (text === undefined) return undefined;
        pairs.push(`${JSON.stringify(name)}:${text}`);
      }
      return `{${pairs.sort().join()}}`;
    }
    case 'array': {
      const items = node.items.map((item) => canonical(item, depth + 1));
      return items.includes(undefined) ? undefined : `[${items.join()}]`;
    }
    case 'null':
    case 'invalid':
      return node.type;
    default:
      return JSON.stringify(node.value);
  }
}

function booleanOf(node: JsonNode | undefined): boolean | undefined {
  return node?.type === 'boolean' ? node.value : undefined;
}
