/** Brings the servers in a file of an agent up to date with those of a source, and changes nothing else. */

import type { ToolId } from '../../../common/generated/tools.ts';
import { agentName } from '../../../common/messages/agents.ts';
import type { Remark } from '../../../common/messages/conversion.ts';
import { namesSecret } from '../../../common/text/secrets.ts';
import { agents } from '../../agents/all-agents.ts';
import type { AgentFiles } from '../../agents/files/project-files.ts';
import { isReserved } from '../../agents/table/read-entry.ts';
import { type JsonNode, liveMembers, memberValue } from '../../config/text/json.ts';
import { parseText } from '../../config/text/parse.ts';
import { excludedNames, withDisabledNames, withExcluded } from '../../convert/disabled-servers.ts';
import type { PortableServer } from '../../convert/fields/read-server.ts';
import { merge, type NewEntry, type Placed } from '../../convert/merging/merge.ts';
import { mergeToml } from '../../convert/merging/merge-toml.ts';
import { readSource } from '../../convert/read.ts';
import type { Remarks } from '../../convert/remarks.ts';
import { reportComments, respelled } from '../../convert/respell.ts';
import { hasSecretArgument, holdsSecret } from '../../convert/secrets.ts';
import { readToml } from '../../convert/tree.ts';
import { areEqual, isMap, layoutOf, mapOf, print, type Value, type ValueMap, valueIn } from '../../convert/value.ts';
import { targetOf } from '../../tools/find-tool.ts';
import { connectionFields, differingFields, readServers } from './portable-servers.ts';

export interface SyncSource {
  readonly text: string;
  /** Absolute path. */
  readonly path: string;
  /** Default: detected. */
  readonly from: ToolId | undefined;
  /** The name of the file in reports. */
  readonly shown: string;
}

/** The new text of a file, and the names of servers by what was done with them. */
export interface Synced {
  readonly text: string;
  readonly added: readonly string[];
  readonly changed: readonly string[];
  readonly unchanged: readonly string[];
  readonly onlyInTarget: readonly string[];
  /** What isn't carried over, or in another form. */
  readonly report: readonly Remark[];
}

/**
 * @param before text of the target; undefined if it doesn't exist
 * @throws ConversionError if the source has no servers, or one of the files isn't valid
 */
export async function synced(
  { text, path, from, shown }: SyncSource,
  { agent, dialect, to = 'oh-my-pi' }: AgentFiles,
  before: string | undefined,
): Promise<Synced> {
  const source = await readSource(text, { path, from, to });
  const { remarks } = source;
  const target = targetOf(to);
  const root = target?.root ?? 'mcpServers';
  const isToml = target?.syntax === 'toml';
  const old = entriesIn(before ?? '', root, isToml);
  const oldServers = await byName(before, dialect);
  const portable = withDisabledNames(source.servers, source.lists).flatMap(
    (server) => usable(server, oldServers.get(server.name), { agent, shown, remarks }) ?? [],
  );
  const prepared = portable.flatMap(({ server, secrets }) => {
    const entry = respelled(server, to, remarks);
    return entry === undefined ? [] : [{ ...entry, secrets }];
  });
  const newMap = mapOf(prepared.map(({ server, value }) => [server.name, value] as const));
  const newServers = await byName(print(mapOf([[root, newMap]]), layoutOf('')), dialect);
  const entries = prepared.map(({ server, value, secrets }): NewEntry => {
    const { name } = server;
    const entry = old.get(name);
    if (!isMap(entry)) return { server, value };
    reportRemoved(server, oldServers.get(name), shown, remarks);
    const kept = keptValues(entry, server, secrets, to);
    const isSame = isSameConnection(newServers.get(name), oldServers.get(name), kept);
    return { server, value: reconciled(withValues(value, kept, to), entry, to, isSame) };
  });
  const options = { text: before, root, strictNames: false, collision: 'replace', layout: layoutOf('') } as const;
  const merged = (isToml ? mergeToml : merge)(entries, options);
  const { text: result, placed } = withExcluded(merged, before ?? '', to);
  for (const each of placed) reportComments(each, remarks);
  const names = (done: Placed['done']) => placed.flatMap((each) => (each.done === done ? [each.name] : []));
  const excluded = new Set(result === merged.text ? [] : newlyExcluded(before ?? '', result, placed, to));
  const known = new Set(source.servers.map(({ name }) => name));
  return {
    text: result,
    added: names('added'),
    changed: [...names('replaced'), ...names('skipped').filter((name) => excluded.has(name))],
    unchanged: names('skipped').filter((name) => !excluded.has(name)),
    onlyInTarget: [...old.keys()].filter((name) => !known.has(name)),
    report: remarks.all,
  };
}

async function byName(text: string | undefined, from: ToolId): Promise<ReadonlyMap<string, PortableServer>> {
  const source = text === undefined ? undefined : await readServers(text, { from });
  return new Map((source?.servers ?? []).map((server) => [server.name, server]));
}

/** Returns the entries of a file as written. `merge` reports files that aren't valid. */
function entriesIn(text: string, root: string, isToml: boolean): ReadonlyMap<string, Value> {
  const tree: JsonNode | undefined = isToml ? readToml(text) : parseText(text).root;
  return mapOf([...liveMembers(memberValue(tree, root))].map(([name, { value }]) => [name, valueIn(value)] as const));
}

interface SyncContext {
  readonly agent: AgentFiles['agent'];
  /** The name of the source in reports. */
  readonly shown: string;
  readonly remarks: Remarks;
}

interface Usable {
  readonly server: PortableServer;
  /** The secrets that are the target's own, or were left out, as `env.TOKEN`. */
  readonly secrets: ReadonlySet<string>;
}

/**
 * Returns a server without its secrets, and with those of the target; undefined, with a remark, if it can't be
 * written for Oh My Pi.
 * @param old as the target has it
 */
function usable(
  server: PortableServer,
  old: PortableServer | undefined,
  { agent, shown, remarks }: SyncContext,
): Usable | undefined {
  const { label, name, at } = server;
  const names = agents.find(({ id }) => id === agent)?.facts.names;
  const isRefused = names !== undefined && (names.invalid?.test(name) === true || isReserved(names, name));
  const refusal = isRefused
    ? `${agentName(agent)} doesn't accept this name.`
    : label !== name
      ? 'Another server has the same name.'
      : hasSecretArgument(server)
        ? `The command line or the URL has a secret, which stays in ${shown}. Use a variable instead.`
        : old !== undefined && hasSecretArgument(old) && differsInArguments(server, old)
          ? 'The command line or the URL in the target has a secret, which would be lost. Change it yourself.'
          : undefined;
  if (refusal !== undefined) {
    remarks.add('skipped', { server: label, at }, refusal);
    return undefined;
  }
  const fields = new Map(server.fields);
  const secrets = new Set<string>();
  for (const [field, value] of server.fields) {
    if (!isMap(value)) continue;
    const rest = new Map(value);
    for (const [key, item] of value) {
      if (!holdsSecret(key, item)) continue;
      const path = `${field}.${key}`;
      const own = memberOf(old, field, key);
      secrets.add(path);
      if (own !== undefined) rest.set(key, own);
      else {
        rest.delete(key);
        const reason = `This looks like a secret, so it stays in ${shown}. Use a variable instead.`;
        remarks.add('lost', { server: label, field: path, at }, reason);
      }
    }
    if (rest.size === 0) fields.delete(field);
    else fields.set(field, rest);
  }
  for (const [field, key, value] of old?.transport === server.transport ? onlyIn(old, server) : []) {
    if (!namesSecret(key) && !holdsSecret(key, value)) continue;
    const path = `${field}.${key}`;
    const values = fields.get(field);
    secrets.add(path);
    fields.set(field, new Map([...(isMap(values) ? values : []), [key, value]]));
    remarks.add('changed', { server: label, field: path }, 'Only the target has it. It is kept.');
  }
  return { server: { ...server, fields }, secrets };
}

/** Returns the variables and headers of a server that another one doesn't have. */
function onlyIn(one: PortableServer, other: PortableServer): readonly (readonly [string, string, Value])[] {
  return maps.flatMap((field) => {
    const values = one.fields.get(field);
    return Array.from(isMap(values) ? values : []).flatMap(([key, value]) =>
      memberOf(other, field, key) === undefined ? [[field, key, value] as const] : [],
    );
  });
}

const differsInArguments = (one: PortableServer, other: PortableServer): boolean =>
  differingFields(one, other).some((field) => field !== 'env' && field !== 'headers');

function memberOf(server: PortableServer | undefined, field: string, key: string): Value | undefined {
  const map = server?.fields.get(field);
  if (!isMap(map)) return undefined;
  // Header names are case-insensitive.
  const same = field === 'headers' ? [...map.keys()].find((name) => name.toLowerCase() === key.toLowerCase()) : key;
  return map.get(same ?? key);
}

type Target = NonNullable<AgentFiles['to']>;

/** The fields with values by name. */
const maps = ['env', 'headers'] as const;

const keyOf = (to: Target, field: string): string => targetOf(to)?.keys[field] ?? field;

/** Returns the values that the target keeps as written, by path: its own secrets, and prompts, which only it has. */
function keptValues(
  entry: ValueMap,
  server: PortableServer,
  secrets: ReadonlySet<string>,
  to: Target,
): ReadonlyMap<string, Value> {
  const kept = new Map<string, Value>();
  for (const field of maps) {
    const values = entry.get(keyOf(to, field));
    for (const [key, value] of isMap(values) ? values : []) {
      const path = `${field}.${key}`;
      const isPrompt = typeof value === 'string' && /\$\{input:[^{}]*\}/.test(value);
      if (secrets.has(path) || (isPrompt && memberOf(server, field, key) !== undefined)) kept.set(path, value);
    }
  }
  return kept;
}

/** Reports the variables and headers of the target that the source doesn't have, apart from secrets. */
function reportRemoved(server: PortableServer, old: PortableServer | undefined, shown: string, remarks: Remarks): void {
  for (const [field, key] of old === undefined ? [] : onlyIn(old, server)) {
    const reason = `Removed from the target: ${shown} doesn't have it.`;
    remarks.add('changed', { server: server.label, field: `${field}.${key}` }, reason);
  }
}

/** Returns the servers that the target excludes now, and didn't before. */
function newlyExcluded(before: string, after: string, placed: readonly Placed[], to: Target): readonly string[] {
  const namesIn = (text: string) => new Set(excludedNames(text, to));
  const [old, now] = [namesIn(before), namesIn(after)];
  return placed.flatMap(({ name }) => (now.has(name) && !old.has(name) ? [name] : []));
}

function isSameConnection(
  one: PortableServer | undefined,
  other: PortableServer | undefined,
  kept: ReadonlyMap<string, Value>,
): boolean {
  if (one === undefined || other === undefined || one.transport !== other.transport) return false;
  if (differingFields(one, other).length > 0) return false;
  return maps.every((field) => {
    const values = one.fields.get(field);
    return Array.from(isMap(values) ? values : []).every(
      ([key, value]) => kept.has(`${field}.${key}`) || areEqual(value, memberOf(other, field, key) ?? null),
    );
  });
}

/** Returns an entry with these values. */
function withValues(entry: ValueMap, kept: ReadonlyMap<string, Value>, to: Target): ValueMap {
  const result = new Map(entry);
  for (const [path, value] of kept) {
    const [field = '', ...rest] = path.split('.');
    const values = result.get(keyOf(to, field));
    result.set(keyOf(to, field), new Map([...(isMap(values) ? values : []), [rest.join('.'), value]]));
  }
  return result;
}

/**
 * Returns the entry of a server that the target has: its connection from the source if that has changed, the other
 * properties of the source, and those that only the target has.
 */
function reconciled(written: ValueMap, old: ValueMap, to: Target, isSame: boolean): ValueMap {
  const { fromEnvironment } = targetOf(to) ?? {};
  const connection = new Set([
    ...['type', 'httpUrl', 'serverUrl', ...Object.values(fromEnvironment ?? {})],
    ...connectionFields.map((field) => keyOf(to, field)),
  ]);
  const isConnection = ([key]: readonly [string, Value]): boolean => connection.has(key);
  const ofConnection = [...(isSame ? old : written)].filter(isConnection);
  const others = new Map([...old, ...written].filter((each) => !isConnection(each)));
  return new Map([...ofConnection, ...others]);
}
