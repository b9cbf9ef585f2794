/** What a server connects to, told so that two entries can be compared, whatever tool they were written for. */
import * as l10n from '@vscode/l10n';
import { hasBehavior } from './agent-version.ts';
import { ConfigDocument } from './document.ts';
import { detached } from './entry-text.ts';
import type { Transport } from './field.ts';
import { transports } from './format.ts';
import { type JsonNode, liveMembers, type ObjectNode } from './json.ts';
import type { Layout } from './providers.ts';
import type { ServerEntry } from './server.ts';
import type { Source } from './sources.ts';

/** One definition of a server, as the agent sees it. */
export interface Connection {
  readonly transport: Transport | undefined;
  /** Equal for equal connections, and seldom for others; undefined where there is none. */
  readonly bucket: string | undefined;
  /** Equal for equal connections only, in a version of Oh My Pi. Costs something: asked for where buckets are equal. */
  readonly key: (version: string) => string;
  readonly enabled: boolean | undefined;
  /** Why the agent can't connect it, as the end of a sentence after a colon. */
  readonly flaw: string | undefined;
}

const none = (): string => '';
const notAnObject = (): Connection => ({
  transport: undefined,
  bucket: undefined,
  key: none,
  enabled: undefined,
  flaw: l10n.t('not an object'),
});

/**
 * Of an entry in a file of the agent's own format.
 * @param text of the entry, from its name to the end of its value
 * @param kind files in the agent's own folders accept more spellings of "enabled"
 */
export function connectionOf({ parsed }: ServerEntry, text: string, kind: Source['kind']): Connection {
  if (parsed === undefined) return notAnObject();
  const value = (name: string): JsonNode | undefined => parsed.group.fields.get(name)?.value;
  const { transport, flaw } = loaded(value('type'), value('command'), value('url'));
  return {
    transport,
    enabled: kind === 'agent' ? lenientBoolean(value('enabled')) : booleanOf(value('enabled')),
    flaw,
    bucket: flaw === undefined && transport !== undefined ? detached(bucketOf(transport, value)) : undefined,
    // Made of the text: the entry is large, and of a version of the document that may be gone.
    key: (version) => ownKey(text, transport, version),
  };
}

type Loaded = Pick<Connection, 'transport' | 'flaw'>;

/** How the agent connects a server, whatever the format requires (facts/agent.md, 1.7). */
function loaded(type: JsonNode | undefined, command: JsonNode | undefined, url: JsonNode | undefined): Loaded {
  const stated = textOf(type);
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

/** An empty string, 0, false, and null are as good as nothing. */
function isPresent(node: JsonNode | undefined): boolean {
  return node !== undefined && node.type !== 'null' && !('value' in node && !node.value);
}

/** Also "true", "false", "1", and "0" in any case. */
function lenientBoolean(node: JsonNode | undefined): boolean | undefined {
  const text = textOf(node)?.toLowerCase();
  if (text === 'true' || text === '1') return true;
  return text === 'false' || text === '0' ? false : booleanOf(node);
}

function ownKey(text: string, transport: Transport | undefined, version: string): string {
  const parsed = new ConfigDocument(`{"mcpServers": {${text}}}`).servers[0]?.parsed;
  if (parsed === undefined || transport === undefined) return '';
  const value = (name: string): JsonNode | undefined => parsed.group.fields.get(name)?.value;
  const format = hasBehavior(version, 'requestIdFormat') ? value('requestIdFormat') : undefined;
  return keyOf(transport, value, format?.type === 'string' ? format.value : undefined);
}

/** Of an entry in another tool's file: the agent reads some properties, and determines the transport. */
export function importedConnection(node: JsonNode | undefined, layout: Layout): Connection {
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
    bucket: comparable ? bucketOf(transport, value) : undefined,
    key: comparable ? (version) => keyOf(transport, readIn(value, layout, version), undefined) : none,
  };
}

/** The properties that a version of the agent reads. */
function readIn(value: Values, layout: Layout, version: string): Values {
  if (layout !== 'opencode' || hasBehavior(version, 'openCodeOauth')) return value;
  return (name) => (name === 'oauth' ? undefined : value(name));
}

/** What Codex takes from the environment isn't in the file, so such entries can't be compared. */
const codexFromEnvironment = ['env_vars', 'bearer_token_env_var', 'env_http_headers'];

const everywhere = ['enabled', 'timeout', 'type', 'command', 'args', 'env', 'url', 'headers'];
/** The properties that the agent reads of each tool's entries. */
const readProperties: Readonly<Record<Exclude<Layout, 'own'>, readonly string[]>> = {
  claude: everywhere,
  codex: [...everywhere, 'cwd', ...codexFromEnvironment],
  mcpServers: everywhere,
  opencode: [...everywhere, 'oauth'],
  vscode: everywhere,
};

type Values = (name: string) => JsonNode | undefined;

/** The properties of an imported entry by the names of the agent's format; undefined for those that it doesn't read. */
export function valuesOf(node: ObjectNode, layout: Layout): Values {
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

/** The transport that an entry states, as far as the agent accepts it. */
function typeIn(value: Values, layout: Layout): JsonNode | undefined {
  const node = value(layout === 'vscode' ? 'transport' : 'type');
  const text = textOf(node);
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

/** The endpoint, and of a process the words that tell one package from another. */
function bucketOf(transport: Transport, value: Values): string {
  if (transport !== 'stdio') return `${transport} ${textOf(value('url'))}`;
  const args = value('args');
  let words = `${textOf(value('command'))}`;
  if (args?.type === 'array') for (const item of args.items) words += ` ${textOf(item) ?? ''}`;
  return words;
}

/** Transport, command with args, env and cwd or url with headers, auth, oauth, requestIdFormat. */
function keyOf(transport: Transport, value: Values, requestIdFormat: string | undefined): string {
  const names = [...(transport === 'stdio' ? process : endpoint), 'auth', 'oauth'];
  const parts = names.map((name) => {
    const node = value(name);
    return node === undefined ? '' : canonical(node);
  });
  return [transport, ...parts, requestIdFormat ?? 'number'].join('\n');
}

/** Far deeper than any field of the format; what lies below makes an entry equal to itself only. */
const deepest = 50;

/** JSON with the keys in order. */
function canonical(node: JsonNode, depth = 0): string {
  if (depth > deepest) return `deep ${node.offset}`;
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

function textOf(node: JsonNode | undefined): string | undefined {
  return node?.type === 'string' ? node.value : undefined;
}

function booleanOf(node: JsonNode | undefined): boolean | undefined {
  return node?.type === 'boolean' ? node.value : undefined;
}
