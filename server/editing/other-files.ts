/** Adds servers to files in the formats of other tools, and removes them. Only the text of the server changes. */
import * as l10n from '@vscode/l10n';
import { type TargetFormat, targetNames } from '../../common/generated/targets.ts';
import { lookUp } from '../../common/guards.ts';
import type { Remark } from '../../common/messages/conversion.ts';
import { isTableAgent } from '../agents/agent.ts';
import { inProject, type TableSource } from '../agents/files/agent-files.ts';
import { isReserved } from '../agents/table/read-entry.ts';
import { quote } from '../config/language.ts';
import { isToml } from '../config/oh-my-pi/providers.ts';
import type { Place, Source } from '../config/servers/sources.ts';
import { endOf, type JsonNode, memberValue, type ObjectNode } from '../config/text/json.ts';
import { tablesIn } from '../config/text/toml.ts';
import { cannotDisable } from '../convert/disabled-servers.ts';
import { ConversionError } from '../convert/failure.ts';
import { insertMembers, layoutOf } from '../convert/merge.ts';
import { mergeToml, printKey, withGap } from '../convert/merge-toml.ts';
import { readJsonSource } from '../convert/read.ts';
import type { PortableServer } from '../convert/read-server.ts';
import { Remarks } from '../convert/remarks.ts';
import { isMap, mapOf, type Value, type ValueMap, valueIn } from '../convert/value.ts';
import { writeServer } from '../convert/write-server.ts';
import { replace } from '../fixes/fix.ts';
import { removeMembers } from '../fixes/members.ts';
import { type FilesDraft, type LocatedDefinition, Refusal } from './files-draft.ts';
import { portable } from './portable/portable.ts';

/** True for a file whose entries are in Oh My Pi's format, which have a way of their own. */
export const isOwnFormat = ({ agent }: FilesDraft, { layout }: Source): boolean =>
  layout === 'own' && !isTableAgent(agent);

/** A server as a file of another tool has it. */
export interface ForeignEntry {
  readonly server: PortableServer;
  readonly value: ValueMap;
  readonly remarks: readonly Remark[];
}

/** Returns a server for a file in another format. @throws Refusal if it can't be expressed there */
export function entryFor(draft: FilesDraft, found: LocatedDefinition, to: Source): ForeignEntry {
  const { server, remarks } = portable(draft, found, to.level);
  const { source, definitions } = found.file;
  const written = valueIn(found.definition.node);
  // The same format loses nothing.
  if (source.dialect === to.dialect && isMap(written) && definitions.includes(found.definition))
    return { server, value: written, remarks: [] };
  return { ...newEntry(server, to), remarks: [...remarks, ...newEntry(server, to).remarks] };
}

/** Returns a server in Oh My Pi's format for a file in another one. @throws Refusal */
export function entryOf(name: string, server: object, to: Source): ForeignEntry {
  try {
    const { servers, remarks } = readJsonSource(JSON.stringify({ mcpServers: { [name]: server } }), {
      from: 'oh-my-pi',
    });
    const [first] = servers;
    if (first !== undefined) return newEntry(first, to);
    throw new Refusal(remarks.all[0]?.reason ?? l10n.t('Missing "command" or "url".'));
  } catch (error) {
    if (error instanceof ConversionError) throw new Refusal(error.message);
    throw error;
  }
}

function newEntry(server: PortableServer, to: Source): ForeignEntry {
  const format = formatOf(to);
  if (cannotDisable(server, format))
    throw new Refusal(
      l10n.t("{0} is disabled, and {1} can't disable a server in its file.", quote(server.name), targetNames[format]),
    );
  const remarks = new Remarks('');
  return { server, value: writeServer(server, format, remarks), remarks: remarks.all };
}

/** @throws Refusal if the format isn't one that is written */
function formatOf({ dialect, label, tool }: Source): Exclude<TargetFormat, 'command'> {
  const known = lookUp(targetNames, dialect) === undefined ? undefined : (dialect as Exclude<TargetFormat, 'command'>);
  if (known === undefined)
    throw new Refusal(l10n.t("Couldn't write {0}: the format of {1} can't be written.", label, tool));
  return known;
}

/** Returns the draft with a server at the end of a file's map. @throws Refusal */
export function withForeignServer(
  draft: FilesDraft,
  place: Place,
  source: Source,
  name: string,
  { server, value }: Pick<ForeignEntry, 'server' | 'value'>,
): FilesDraft {
  assertWritable(draft, place, source);
  assertName(draft, name);
  const path = mapPath(draft, source, place);
  const { uri, label, layout } = source;
  if (namesIn(draft, place, source).has(name))
    throw new Refusal(l10n.t('{0} already contains {1}. Rename one of them first.', label, quote(name)));
  if (isToml(layout)) return withTable(draft, source, path, { server: { ...server, name }, value });
  const { draft: prepared, text, root } = draft.settings(uri);
  let object: ObjectNode = root;
  for (const [depth, key] of path.entries()) {
    const next = memberValue(object, key);
    if (next === undefined) {
      const nested = path
        .slice(depth + 1)
        .reduceRight<Value>((inner, each) => mapOf([[each, inner]]), mapOf([[name, value]]));
      return prepared.with(uri, insertMembers(text, object, mapOf([[key, nested]]), layoutOf(text)));
    }
    if (next.type !== 'object')
      throw new Refusal(l10n.t("{0} isn't an object. Fix it first.", quote(path.slice(0, depth + 1).join('.'))));
    object = next;
  }
  return prepared.with(uri, insertMembers(text, object, mapOf([[name, value]]), layoutOf(text)));
}

function withTable(
  draft: FilesDraft,
  { uri }: Source,
  [root = '']: readonly string[],
  entry: { server: PortableServer; value: ValueMap },
): FilesDraft {
  const text = draft.text(uri);
  try {
    const { changes } = mergeToml([entry], {
      text,
      root,
      strictNames: false,
      collision: 'skip',
      layout: layoutOf(text ?? ''),
    });
    return draft.with(uri, changes);
  } catch (error) {
    if (error instanceof ConversionError) throw new Refusal(error.message);
    throw error;
  }
}

/** Returns the draft without a server and its earlier duplicates, which would take effect. @throws Refusal */
export function withoutForeignServer(draft: FilesDraft, place: Place, found: LocatedDefinition): FilesDraft {
  const {
    file: { source },
    definition,
    name,
  } = found;
  assertWritable(draft, place, source);
  const text = draft.text(source.uri) ?? '';
  if (isToml(source.layout)) {
    const [root = ''] = mapPath(draft, source, place);
    const tables = tablesOf(text, root, found);
    return draft.with(
      source.uri,
      tables.map((span) => replace(withGap(text, span), '')),
    );
  }
  const map = mapAround(draft.tree(source.uri), definition.key.offset);
  const key = map?.members.find((member) => member.key.offset === definition.key.offset)?.key.value;
  if (map === undefined || key === undefined) throw new Refusal(l10n.t('{0} no longer exists.', quote(name)));
  const gone = map.members.filter((member) => member.key.value === key);
  return draft.with(source.uri, removeMembers(text, map, gone));
}

/** Returns the draft with another name for a server. @throws Refusal */
export function withRenamed(draft: FilesDraft, place: Place, found: LocatedDefinition, name: string): FilesDraft {
  const { file, definition } = found;
  const { source } = file;
  assertWritable(draft, place, source);
  assertName(draft, name);
  if (namesIn(draft, place, source).has(name))
    throw new Refusal(l10n.t('{0} already contains {1}. Rename one of them first.', source.label, quote(name)));
  const text = draft.text(source.uri) ?? '';
  if (isToml(source.layout)) {
    const [root = ''] = mapPath(draft, source, place);
    return draft.with(
      source.uri,
      tablesOf(text, root, found).map((table) => replace(table.name, printKey(name))),
    );
  }
  const map = mapAround(draft.tree(source.uri), definition.key.offset);
  const keys = map?.members.filter(({ key }) => key.value === found.name) ?? [];
  if (keys.length === 0) throw new Refusal(l10n.t('{0} no longer exists.', quote(found.name)));
  return draft.with(
    source.uri,
    keys.map(({ key }) => replace(key, JSON.stringify(name))),
  );
}

/** Returns the object with a member whose name starts at an offset. */
function mapAround(node: JsonNode | undefined, offset: number): ObjectNode | undefined {
  let map = node;
  while (map?.type === 'object') {
    if (map.members.some(({ key }) => key.offset === offset)) return map;
    map = map.members.find(({ value }) => value !== undefined && value.offset < offset && offset < endOf(value))?.value;
  }
  return undefined;
}

/** Returns the tables of a server. @throws Refusal if it has none, such as an inline table */
function tablesOf(
  text: string,
  root: string,
  { name, file: { source } }: LocatedDefinition,
): ReturnType<typeof tablesIn> {
  const tables = tablesIn(text, root).filter(({ key }) => key === name);
  if (tables.length === 0)
    throw new Refusal(l10n.t("{0} in {1} isn't a separate table. Change it yourself.", quote(name), source.label));
  return tables;
}

/** Returns the properties that lead to the servers of a file. */
function mapPath({ agent }: FilesDraft, source: Source, place: Place): readonly string[] {
  if (isTableAgent(agent)) return inProject(agent.table, (source as TableSource).file.root, place);
  const { layout } = source;
  if (isToml(layout)) return ['mcp_servers'];
  if (layout === 'opencode') return ['mcp'];
  return layout === 'vscode' ? ['mcp', 'servers'] : ['mcpServers'];
}

const namesIn = (draft: FilesDraft, place: Place, { key, section }: Source): ReadonlySet<string> =>
  new Set(
    draft
      .files(place)
      .filter(({ source }) => source.key === key && source.section === section)
      .flatMap(({ definitions }) => definitions.map(({ name }) => name)),
  );

/** @throws Refusal for a file that others write, and one that its agent can't read */
export function assertWritable(draft: FilesDraft, place: Place, source: Source): void {
  const { label, tool, key } = source;
  const { file, plugin } = source as Partial<TableSource>;
  if (plugin !== undefined) throw new Refusal(l10n.t('{0} is of a plugin. Change the plugin in {1}.', label, tool));
  if (file?.in === 'system') throw new Refusal(l10n.t('{0} is managed by your administrator.', label));
  if (file?.in === 'environment') throw new Refusal(l10n.t('{0} is an environment variable. Change it there.', label));
  if (draft.files(place).some((each) => each.source.key === key && each.broken))
    throw new Refusal(l10n.t("The syntax of {0} isn't valid. Fix it first. Nothing was changed.", label));
}

/** @throws Refusal for a name that the agent doesn't accept */
function assertName(
  {
    agent: {
      facts: { names: rule },
      name: agent,
    },
  }: FilesDraft,
  name: string,
): void {
  if (rule.invalid?.test(name) === true || isReserved(rule, name))
    throw new Refusal(l10n.t("{0} doesn't accept the name {1}.", agent, quote(name)));
}
