/** Brings the servers in a file of an agent up to date with those of a source, and changes nothing else. */
import { agentName } from '../../common/agents.ts';
import type { Remark } from '../../common/conversion.ts';
import type { Dialect } from '../../common/tool-files.ts';
import { agents } from '../agents/all-agents.ts';
import type { AgentFiles } from '../agents/project-files.ts';
import { normalizedName } from '../agents/read-entry.ts';
import { type JsonNode, liveMembers, memberValue } from '../config/json.ts';
import { parseText } from '../config/parse.ts';
import { tablesIn } from '../config/toml.ts';
import { layoutOf, type Merged, merge, type NewEntry, type Placed } from '../convert/merge.ts';
import { mergeToml } from '../convert/merge-toml.ts';
import { readSource } from '../convert/read.ts';
import type { PortableServer } from '../convert/read-server.ts';
import type { Remarks } from '../convert/remarks.ts';
import { targetOf } from '../convert/tools.ts';
import { readToml } from '../convert/tree.ts';
import { areEqual, isMap, mapOf, print, type Value, type ValueMap, valueIn } from '../convert/value.ts';
import { writeServer } from '../convert/write-server.ts';
import { connectionFields, differingFields, hasSecretArgument, holdsSecret, readServers } from './portable-servers.ts';
import { withObjectsIn } from './update-entry.ts';

export interface SyncSource {
  readonly text: string;
  /** Absolute path. */
  readonly path: string;
  /** Default: detected. */
  readonly from: Dialect | undefined;
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
  { agent, dialect, to = 'agent' }: AgentFiles,
  before: string | undefined,
): Promise<Synced> {
  const source = await readSource(text, { path, from, to });
  const { remarks } = source;
  const target = targetOf(to);
  const root = target?.root ?? 'mcpServers';
  const isToml = target?.syntax === 'toml';
  const old = entriesIn(before ?? '', root, isToml);
  const oldServers = await byName(before, dialect);
  const portable = source.servers.flatMap(
    (server) => usable(server, oldServers.get(server.name), agent, shown, remarks) ?? [],
  );
  const written = portable.map((each) => ({ ...each, value: writeServer(each.server, to, remarks) }));
  const newMap = mapOf(written.map(({ server, value }) => [server.name, value] as const));
  const newServers = await byName(print(mapOf([[root, newMap]]), layoutOf('')), dialect);
  const entries = written.map(({ server, value, secrets }): NewEntry => {
    const { name } = server;
    const entry = old.get(name);
    if (!isMap(entry)) return { server, value };
    const kept = keptValues(entry, server, secrets, to);
    const isSame = isSameConnection(newServers.get(name), oldServers.get(name), kept);
    return { server, value: reconciled(withValues(value, kept, to), entry, to, isSame) };
  });
  const mergeInto = (into: string | undefined, some: readonly NewEntry[]): Merged =>
    (isToml ? mergeToml : merge)(some, {
      text: into,
      root,
      strictNames: false,
      collision: 'replace',
      layout: layoutOf(''),
    });
  const { text: merged, placed } = mergeInto(before, entries);
  const names = (done: Placed['done']) => placed.flatMap((each) => (each.done === done ? [each.name] : []));
  const changed = new Set(names('replaced'));
  if (isToml) reportComments(before ?? '', root, changed, remarks);
  // Only JSON can be changed member by member.
  const isByMember = ({ server: { name } }: NewEntry): boolean => !isToml && changed.has(name) && isMap(old.get(name));
  const byMember = entries.filter(isByMember).map(({ server, value }) => [server.name, value] as const);
  const updated = withObjectsIn(before ?? '', [root], byMember);
  const known = new Set(source.servers.map(({ name }) => name));
  return {
    text:
      byMember.length === 0
        ? merged
        : mergeInto(
            updated,
            entries.filter((each) => !isByMember(each)),
          ).text,
    added: names('added'),
    changed: [...changed],
    unchanged: names('skipped'),
    onlyInTarget: [...old.keys()].filter((name) => !known.has(name)),
    report: remarks.all,
  };
}

async function byName(text: string | undefined, from: Dialect): Promise<ReadonlyMap<string, PortableServer>> {
  const source = text === undefined ? undefined : await readServers(text, { from });
  return new Map((source?.servers ?? []).map((server) => [server.name, server]));
}

/** Returns the entries of a file as written. `merge` reports files that aren't valid. */
function entriesIn(text: string, root: string, isToml: boolean): ReadonlyMap<string, Value> {
  const tree: JsonNode | undefined = isToml ? readToml(text) : parseText(text).root;
  return mapOf([...liveMembers(memberValue(tree, root))].map(([name, { value }]) => [name, valueIn(value)] as const));
}

/** Reports comments in tables that are replaced. */
function reportComments(text: string, root: string, changed: ReadonlySet<string>, remarks: Remarks): void {
  for (const { key, offset, length } of changed.size === 0 ? [] : tablesIn(text, root))
    if (changed.has(key) && text.slice(offset, offset + length).includes('#'))
      remarks.add('changed', { server: key }, 'Its table is written anew, without the comments in it.');
}

interface Usable {
  readonly server: PortableServer;
  /** The secrets that were left out, as `env.TOKEN`. */
  readonly secrets: ReadonlySet<string>;
}

/**
 * Returns a server without its secrets, for which the target keeps its own values; undefined, with a remark, if it can't be
 * written for the agent.
 * @param old as the target has it
 */
function usable(
  server: PortableServer,
  old: PortableServer | undefined,
  agent: AgentFiles['agent'],
  shown: string,
  remarks: Remarks,
): Usable | undefined {
  const { label, name, at } = server;
  const names = agents.find(({ id }) => id === agent)?.facts.names;
  const isRefused = names?.invalid?.test(name) === true || names?.reserved?.has(normalizedName(name)) === true;
  const refusal = isRefused
    ? `${agentName(agent)} doesn't accept this name.`
    : label !== name
      ? 'Another server has the same name.'
      : hasSecretArgument(server)
        ? `The command line or the URL has a secret, which stays in ${shown}. Use a variable instead.`
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
  return { server: { ...server, fields }, secrets };
}

function memberOf(server: PortableServer | undefined, field: string, key: string): Value | undefined {
  const map = server?.fields.get(field);
  return isMap(map) ? map.get(key) : undefined;
}

type Target = NonNullable<AgentFiles['to']>;

/** The fields with values by name. */
const maps = ['env', 'headers'] as const;

const keyOf = (to: Target, field: string): string => targetOf(to)?.keys[field] ?? field;

/** Returns the values that the target keeps, by path: its own for secrets of the source, and prompts, which only it has. */
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
