/** What a server connects to, told so that two entries can be compared, whatever tool they were written for. */
import { ConfigDocument } from './document.ts';
import { detached } from './entry-text.ts';
import type { Transport } from './field.ts';
import { transports } from './format.ts';
import { fieldValue, type Group } from './group.ts';
import { type JsonNode, liveMembers, type ObjectNode } from './json.ts';
import type { ServerEntry } from './server.ts';
import type { Layout } from './sources.ts';

/** One definition of a server, as the agent sees it. */
export interface Connection {
  readonly transport: Transport | undefined;
  /** Equal for equal connections, and seldom for others; undefined where there is none. */
  readonly bucket: string | undefined;
  /** Equal for equal connections only. Costs something: asked for where buckets are equal. */
  readonly key: () => string;
  readonly enabled: boolean | undefined;
  /** Why the agent can't connect it, as the end of a sentence after a colon. */
  readonly flaw: string | undefined;
}

const none = (): string => '';
const notAnObject: Connection = {
  transport: undefined,
  bucket: undefined,
  key: none,
  enabled: undefined,
  flaw: 'not an object',
};

/**
 * Of an entry in a file of the agent's own format.
 * @param text of the entry, from its name to the end of its value
 */
export function connectionOf({ reading }: ServerEntry, text: string): Connection {
  if (reading === undefined) return notAnObject;
  const { group, transport, choice } = reading;
  const flaw = flawOf(group, transport, choice === 'both', choice === 'untyped-url' || choice === 'untyped-headers');
  return {
    transport,
    enabled: booleanOf(group.fields.get('enabled')?.value),
    flaw,
    bucket: flaw === undefined ? detached(bucketOf(transport, (name) => group.fields.get(name)?.value)) : undefined,
    // Made of the text: the entry is large, and of a version of the document that may be gone.
    key: () => ownKey(text),
  };
}

function ownKey(text: string): string {
  const reading = new ConfigDocument(`{"mcpServers": {${text}}}`).servers[0]?.reading;
  if (reading === undefined) return '';
  const value = (name: string): JsonNode | undefined => reading.group.fields.get(name)?.value;
  const format = value('requestIdFormat');
  return keyOf(reading.transport, value, format?.type === 'string' ? format.value : undefined);
}

function flawOf(group: Group, transport: Transport, both: boolean, untyped: boolean): string | undefined {
  if (both) return 'both "command" and "url" are set';
  const type = group.fields.get('type')?.value;
  if (type !== undefined && (type.type !== 'string' || type.value !== transport))
    return '"type" conflicts with the other properties';
  if (untyped) return 'missing "type"';
  const endpoint = transport === 'stdio' ? 'command' : 'url';
  const value = group.fields.get(endpoint)?.value;
  if (value?.type === 'string' && value.value !== '') return undefined;
  return fieldValue(group, endpoint) === undefined ? `missing "${endpoint}"` : `invalid "${endpoint}"`;
}

/** Of an entry in another tool's file: the agent takes the fields that it knows, and works out the transport. */
export function importedConnection(node: JsonNode | undefined, layout: Layout): Connection {
  if (node?.type !== 'object') return notAnObject;
  const members = liveMembers(node);
  const value = (name: string): JsonNode | undefined => members.get(name)?.value;
  const enabled = booleanOf(value('enabled'));
  const text = (name: string): string | undefined => textOf(value(name));
  const openCode = layout === 'opencode';
  const [program, url] = [openCode ? programOf(value('command')) : text('command'), text('url')];
  const type = openCode ? { local: 'stdio', remote: 'http' }[text('type') ?? ''] : text('type');
  // Codex has no "type": an address takes precedence over a command.
  const stated = layout === 'codex' ? (url ? 'http' : undefined) : transports.find((transport) => transport === type);
  const transport = stated ?? (program ? 'stdio' : url ? 'http' : undefined);
  const flaw =
    transport === undefined
      ? 'missing "command" or "url"'
      : transport === 'stdio'
        ? program
          ? undefined
          : 'missing "command"'
        : url
          ? undefined
          : 'missing "url"';
  const renamed = (name: string): JsonNode | undefined => {
    if (openCode && name === 'env') return value('environment') ?? value('env');
    return layout === 'codex' && name === 'headers' ? value('http_headers') : value(name);
  };
  const comparable =
    flaw === undefined &&
    transport !== undefined &&
    value('command')?.type !== 'array' &&
    !codexFromEnvironment.some((name) => value(name) !== undefined);
  return {
    transport,
    enabled,
    flaw,
    bucket: comparable ? bucketOf(transport, renamed) : undefined,
    key: comparable ? () => keyOf(transport, renamed, undefined) : none,
  };
}

/** What Codex takes from the environment isn't in the file, so such entries can't be compared. */
const codexFromEnvironment = ['env_vars', 'bearer_token_env_var', 'env_http_headers'];

/** OpenCode writes a command as a list of words. */
function programOf(node: JsonNode | undefined): string | undefined {
  return textOf(node?.type === 'array' ? node.items[0] : node);
}

const process = ['command', 'args', 'env', 'cwd'];
const endpoint = ['url', 'headers'];

/** The endpoint, and of a process the words that tell one package from another. */
function bucketOf(transport: Transport, value: (name: string) => JsonNode | undefined): string {
  if (transport !== 'stdio') return `${transport} ${textOf(value('url'))}`;
  const args = value('args');
  let words = `${textOf(value('command'))}`;
  if (args?.type === 'array') for (const item of args.items) words += ` ${textOf(item) ?? ''}`;
  return words;
}

/** Transport, command with args, env and cwd or url with headers, auth, oauth, requestIdFormat. */
function keyOf(
  transport: Transport,
  value: (name: string) => JsonNode | undefined,
  requestIdFormat: string | undefined,
): string {
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
