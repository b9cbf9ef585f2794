/** What a server connects to, in a form that makes entries of different tools comparable. */
import * as l10n from '@vscode/l10n';
import { hasBehavior } from './agent-version.ts';
import type { Transport } from './field.ts';
import { transports } from './format.ts';
import { type JsonNode, liveMembers, type ObjectNode, stringValue } from './json.ts';
import type { FileLayout } from './providers.ts';
import type { ServerEntry } from './server.ts';
import type { Source } from './sources.ts';

/** A definition of a server as the agent sees it. */
export interface Connection {
  readonly transport: Transport | undefined;
  /** Equal for equal connections only, in a version of Oh My Pi; absent if the entry can't be connected or compared. */
  readonly key?: (version: string) => string;
  readonly enabled: boolean | undefined;
  /** Why the agent can't connect to it, as text to put after a colon. */
  readonly flaw: string | undefined;
}

const notAnObject = (): Connection => ({
  transport: undefined,
  enabled: undefined,
  flaw: l10n.t('not an object'),
});

/**
 * Returns the connection of an entry in the agent's own format.
 * @param kind files in the agent's own folders accept more spellings of "enabled"
 */
export function connectionOf({ parsed }: ServerEntry, kind: Source['kind']): Connection {
  if (parsed === undefined) return notAnObject();
  const value = (name: string): JsonNode | undefined => parsed.group.fields.get(name)?.value;
  const { transport, flaw } = loaded(value('type'), value('command'), value('url'));
  const format = (version: string) => (hasBehavior(version, 'requestIdFormat') ? value('requestIdFormat') : undefined);
  return {
    transport,
    enabled: kind === 'agent' ? lenientBoolean(value('enabled')) : booleanOf(value('enabled')),
    flaw,
    ...(flaw === undefined && transport && { key: (version) => keyOf(transport, value, format(version)) }),
  };
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

/** False also for an empty string, 0, false, and null, which the agent treats as absent. */
function isPresent(node: JsonNode | undefined): boolean {
  return node !== undefined && node.type !== 'null' && !('value' in node && !node.value);
}

/** Also accepts the strings "true", "false", "1", and "0" in any letter case. */
function lenientBoolean(node: JsonNode | undefined): boolean | undefined {
  const text = stringValue(node)?.toLowerCase();
  if (text === 'true' || text === '1') return true;
  return text === 'false' || text === '0' ? false : booleanOf(node);
}

/** Returns the connection of an entry in another tool's file, of which the agent reads only some properties. */
export function importedConnection(node: JsonNode | undefined, layout: FileLayout): Connection {
  if (node?.type !== 'object') return notAnObject();
  const value = valuesOf(node, layout);
  const { transport, flaw } = loaded(value('type'), value('command'), value('url'));
  const comparable =
    flaw === undefined &&
    transport !== undefined &&
    !(layout === 'codex' && codexFromEnvironment.some((name) => value(name) !== undefined));
  return {
    transport,
    enabled: booleanOf(value('enabled')),
    flaw,
    ...(comparable && { key: (version) => keyOf(transport, readIn(value, layout, version)) }),
  };
}

/** Limits the properties to those that a version of the agent reads. */
function readIn(value: Values, layout: FileLayout, version: string): Values {
  if (layout !== 'opencode' || hasBehavior(version, 'openCodeOauth')) return value;
  return (name) => (name === 'oauth' ? undefined : value(name));
}

/** Codex reads these values from the environment, so entries with them can't be compared. */
const codexFromEnvironment = ['env_vars', 'bearer_token_env_var', 'env_http_headers'];

const everywhere = ['enabled', 'timeout', 'type', 'command', 'args', 'env', 'url', 'headers'];
/** The properties that the agent reads of each tool's entries. */
const readProperties: Readonly<Record<Exclude<FileLayout, 'own'>, readonly string[]>> = {
  claude: everywhere,
  codex: [...everywhere, 'cwd', ...codexFromEnvironment],
  mcpServers: everywhere,
  opencode: [...everywhere, 'oauth'],
  vscode: everywhere,
};

type Values = (name: string) => JsonNode | undefined;

/** Returns a lookup of an entry's properties by the agent's names; undefined for properties that it doesn't read. */
export function valuesOf(node: ObjectNode, layout: FileLayout): Values {
  const members = liveMembers(node);
  const value = (name: string): JsonNode | undefined => members.get(name)?.value;
  if (layout === 'own') return value;
  return (name) => {
    if (!readProperties[layout].includes(name)) return undefined;
    const command = value('command');
    switch (name) {
      case 'type':
        return typeIn(value, layout);
      case 'env':
        return layout === 'opencode' ? (value('environment') ?? value('env')) : value('env');
      case 'headers':
        return layout === 'codex' ? value('http_headers') : value('headers');
      // OpenCode writes the whole command line as a list of words.
      case 'command':
        return layout === 'opencode' && command?.type === 'array' ? command.items[0] : command;
      case 'args':
        return layout === 'opencode' && command?.type === 'array'
          ? { ...command, items: command.items.slice(1) }
          : value('args');
      default:
        return value(name);
    }
  };
}

/** Returns the transport that an entry states, as the agent names it; undefined if the agent ignores it. */
function typeIn(value: Values, layout: FileLayout): JsonNode | undefined {
  const node = value(layout === 'vscode' ? 'transport' : 'type');
  const text = stringValue(node);
  const as = (type: string): JsonNode | undefined => node && { ...node, type: 'string', value: type };
  switch (layout) {
    case 'codex': {
      const url = value('url');
      return isPresent(url) && url !== undefined ? { ...url, type: 'string', value: 'http' } : undefined;
    }
    case 'opencode':
      return text === 'local' ? as('stdio') : text === 'remote' ? as('http') : undefined;
    case 'claude':
      return node;
    default:
      return transports.some((transport) => transport === text) ? node : undefined;
  }
}

const process = ['command', 'args', 'env', 'cwd'];
const endpoint = ['url', 'headers'];

/** Joins transport, command with args, env, and cwd (or url with headers), auth, oauth, and requestIdFormat. */
function keyOf(transport: Transport, value: Values, requestIdFormat?: JsonNode): string {
  const names = [...(transport === 'stdio' ? process : endpoint), 'auth', 'oauth'];
  const parts = names.map((name) => {
    const node = value(name);
    return node === undefined ? '' : canonical(node);
  });
  return [transport, ...parts, stringValue(requestIdFormat) ?? 'number'].join('\n');
}

/** Far deeper than any field of the format. Deeper values are compared by offset, so they rarely equal others. */
const maxDepth = 50;

/** Returns JSON with sorted keys. */
function canonical(node: JsonNode, depth = 0): string {
  if (depth > maxDepth) return `deep ${node.offset}`;
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
  const pairs = [...liveMembers(node)].map(
    ([key, { value }]) => `${JSON.stringify(key)}:${value === undefined ? '' : canonical(value, depth)}`,
  );
  return pairs.toSorted();
}

function booleanOf(node: JsonNode | undefined): boolean | undefined {
  return node?.type === 'boolean' ? node.value : undefined;
}
