/** Servers that were added, removed, or changed since an earlier inventory. */

import { isRecord, lookUp, wordSet } from '../../../common/guards.ts';
import { visible } from '../../../common/text/escape.ts';
import { endOf, type JsonNode, liveMembers, memberValue } from '../../config/text/json.ts';
import { parseText } from '../../config/text/parse.ts';
import { errorAt } from '../../files/file-error.ts';
import { counted } from '../check/reports/report-text.ts';
import { type PropertyChange, propertyText } from '../diff/entry-changes.ts';
import type { Paint } from '../output/color.ts';
import { stateWords } from '../output/state-words.ts';
import { digestChanges, type EntryDigests } from './entry-digests.ts';
import type { InventoryServer } from './inventory-server.ts';
import { placeOf, verdictNames } from './inventory-table.ts';

export const inventoryVersion = 1;

/** Fields that are compared, as text. */
type Fields = Readonly<Record<string, string>>;

export interface FieldChange {
  readonly field: string;
  readonly before: string;
  readonly after: string;
}

export interface InventoryChanges {
  readonly added: readonly InventoryServer[];
  readonly removed: readonly EarlierServer[];
  readonly changed: readonly EntryChange[];
}

/** A server whose entry changes. */
export interface EntryChange {
  readonly server: InventoryServer;
  /** What it starts or contacts, and verdicts. */
  readonly fields: readonly FieldChange[];
  readonly properties: readonly PropertyChange[];
}

interface EarlierServer extends Pick<InventoryServer, 'id' | 'name' | 'checkout' | 'file' | 'line'> {
  readonly compared: Fields;
  /** Undefined in inventories of earlier versions. */
  readonly properties: EntryDigests | undefined;
}

/**
 * Reads an inventory that this program wrote.
 * @throws FileError with the line of the problem
 */
export function readInventory(text: string, file: string): readonly EarlierServer[] {
  const fail = ({ offset }: { readonly offset: number }, message: string): never => {
    throw errorAt(file, text, offset, message);
  };
  const { root, faults } = parseText(text);
  const [fault] = faults;
  if (fault !== undefined) fail(fault, `Invalid JSON (${fault.kind.replaceAll('-', ' ')}).`);
  const at = root ?? { offset: 0 };
  const version = memberValue(root, 'version');
  if (root?.type !== 'object' || version === undefined)
    return fail(at, "This isn't an inventory. Use the output of mcp-config inventory --format json.");
  if (version.type !== 'number' || version.value !== inventoryVersion)
    return fail(version, `Unsupported version of the inventory. Expected ${inventoryVersion}.`);
  const servers = memberValue(root, 'servers');
  if (servers?.type !== 'array') return fail(servers ?? root, 'Expected an array in "servers".');
  const seen = new Set<string>();
  return servers.items.map((node) => {
    const required = (key: string): string => {
      const value = memberValue(node, key);
      return value?.type === 'string' ? value.value : fail(value ?? node, `Expected a string in "${key}".`);
    };
    const line = memberValue(node, 'line');
    const server = {
      id: required('id'),
      name: required('name'),
      checkout: required('checkout'),
      file: required('file'),
      line: line?.type === 'number' ? line.value : fail(line ?? node, 'Expected a number in "line".'),
      compared: comparedOf(JSON.parse(text.slice(node.offset, endOf(node)))),
      properties: digestsIn(memberValue(node, 'properties')),
    };
    if (seen.has(server.id)) fail(node, `Duplicate server with the ID ${JSON.stringify(server.id)}.`);
    seen.add(server.id);
    return server;
  });
}

/** Returns undefined if there are none. */
function digestsIn(node: JsonNode | undefined): EntryDigests | undefined {
  if (node?.type !== 'object') return undefined;
  return Object.fromEntries(
    Array.from(liveMembers(node), ([path, { value }]) => [path, value?.type === 'string' ? value.value : '']),
  );
}

/** @param server of this inventory, or parsed from an earlier one and not validated */
function comparedOf(server: Readonly<Partial<Record<keyof InventoryServer, unknown>>>): Fields {
  const { transport, package: run, program, host, state, policy, env, headers, digest } = server;
  return {
    transport: comparableText(transport),
    package: comparableText(isRecord(run) ? run.name : undefined),
    version: comparableText(isRecord(run) ? run.version : undefined),
    program: comparableText(program),
    host: comparableText(host),
    state: comparableText(state),
    policy: comparableText(isRecord(policy) ? policy.verdict : undefined),
    env: comparableText(env),
    headers: comparableText(headers),
    digest: comparableText(digest),
  };
}

function comparableText(value: unknown): string {
  if (Array.isArray(value)) return value.map(comparableText).join(' ');
  return typeof value === 'string' ? value : '';
}

/** Returns a server as of an earlier inventory. */
export const asEarlier = (server: InventoryServer): EarlierServer => ({ ...server, compared: comparedOf(server) });

/** Compares two inventories. Verdicts are compared only if both inventories were created with a policy. */
export function inventoryChanges(
  earlier: readonly EarlierServer[],
  servers: readonly InventoryServer[],
): InventoryChanges {
  const earlierById = new Map(earlier.map((server) => [server.id, server]));
  const ids = new Set(servers.map(({ id }) => id));
  const changed = servers.flatMap((server) => {
    const { compared: old, properties: digests } = earlierById.get(server.id) ?? {};
    const now = comparedOf(server);
    const fields = Object.entries(now).flatMap(([field, after]): readonly FieldChange[] => {
      const before = old?.[field] ?? after;
      if (before === after || (field === 'policy' && (before === '' || after === ''))) return [];
      if (digests !== undefined && saidByProperties.has(field)) return [];
      return [{ field, before, after }];
    });
    const properties = digests === undefined ? [] : digestChanges(digests, server.properties);
    return fields.length + properties.length === 0 ? [] : [{ server, fields, properties }];
  });
  return {
    added: servers.filter(({ id }) => !earlierById.has(id)),
    removed: earlier.filter(({ id }) => !ids.has(id)),
    changed,
  };
}

/** Fields that earlier versions had instead of the properties of entries. */
const saidByProperties = wordSet('env headers digest');

/** Added, removed, and changed servers, the latter with what changes. */
interface ChangeTexts {
  readonly added: readonly NamedServer[];
  readonly removed: readonly NamedServer[];
  readonly changed: readonly { readonly server: NamedServer; readonly text: string }[];
}

type NamedServer = Pick<InventoryServer, 'name' | 'checkout' | 'file' | 'line'>;

export function changesText({ added, removed, changed }: ChangeTexts, paint: Paint): string {
  const named = (server: NamedServer): string => visible(`${server.name} (${placeOf(server)})`);
  const lines = [
    ...added.map((server) => paint('green', `+ ${named(server)}`)),
    ...removed.map((server) => paint('red', `- ${named(server)}`)),
    ...changed.map(({ server, text }) => paint('yellow', `~ ${named(server)}: ${text}`)),
  ];
  const sum = `${counted(added.length, 'server')} added, ${removed.length} removed, ${changed.length} changed.`;
  return `${[...lines, ...(lines.length === 0 ? [] : ['']), sum].join('\n')}\n`;
}

/** A digest shows that something changed, but not what. @returns `version 1.0 → 2.0` */
function fieldText({ field, before, after }: FieldChange): string {
  if (field === 'digest') return 'command, arguments, or URL changed';
  const words = field === 'state' ? stateWords : field === 'policy' ? verdictNames : {};
  const shown = (value: string): string => lookUp(words, value) ?? (visible(value) || '(none)');
  return `${field} ${shown(before)} → ${shown(after)}`;
}

/** Returns what changes in an entry: `version 1.0 → 2.0, env TOKEN added`. */
export const entryChangeText = ({ fields, properties }: Pick<EntryChange, 'fields' | 'properties'>): string =>
  [...fields.map(fieldText), ...properties.map(propertyText)].join(', ');
