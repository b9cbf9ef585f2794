/** Adds servers to files, renames, and removes them, each file in its format. Only the text of the server changes. */
import * as l10n from '@vscode/l10n';
import { type TargetFormat, targetNames } from '../../common/generated/targets.ts';
import { lookUp } from '../../common/guards.ts';
import type { Remark } from '../../common/messages/conversion.ts';
import { writtenVariables } from '../../common/variables.ts';
import { isTableAgent } from '../agents/agent.ts';
import { inProject, type TableSource } from '../agents/files/agent-files.ts';
import { isReserved } from '../agents/table/read-entry.ts';
import { quote } from '../config/language.ts';
import { isToml } from '../config/oh-my-pi/providers.ts';
import { enabledAt } from '../config/servers/connection.ts';
import type { Place, Source } from '../config/servers/sources.ts';
import { type JsonNode, type Member, memberValue, type ObjectNode, type Span } from '../config/text/json.ts';
import { tablesIn } from '../config/text/toml.ts';
import { ConversionError } from '../convert/failure.ts';
import type { PortableServer } from '../convert/fields/read-server.ts';
import { mergeToml, printKey, withGap } from '../convert/merging/merge-toml.ts';
import { readJsonSource } from '../convert/read.ts';
import { Remarks } from '../convert/remarks.ts';
import { respelled } from '../convert/respell.ts';
import { commentsIn } from '../convert/tree.ts';
import { isMap, layoutOf, plainValue, type Value, type ValueMap, valueIn } from '../convert/value.ts';
import { baseName, isTomlUri } from '../files/uris.ts';
import { applyChanges, type Change, replace } from '../fixes/fix.ts';
import { removeMembers } from '../fixes/members.ts';
import { type EditedFiles, type LocatedDefinition, Refusal } from './edited-files.ts';
import { appendWrittenMember, type WrittenValue, writtenAt } from './layout.ts';
import { portable, remarksInSentences } from './portable/portable.ts';

/** A server as a file has it. */
export interface ComposedEntry {
  readonly value: ValueMap;
  /** The text of the value, if it's from a file of the same format, whose layout is kept. */
  readonly written?: WrittenValue | undefined;
  /** The entry disables the server. */
  readonly isOff: boolean;
  readonly remarks: readonly Remark[];
}

/** What is written of a server. */
export type NewText = Omit<ComposedEntry, 'isOff'>;

/** True for a file of Oh My Pi, whose names and switches have rules. */
export const isOhMyPis = ({ agent }: EditedFiles, { layout }: Source): boolean =>
  layout === 'own' && !isTableAgent(agent);

/** Returns a server for another file, as it is if the file has the same format. @throws Refusal if it can't be expressed there */
export function entryFor(edited: EditedFiles, place: Place, found: LocatedDefinition, to: Source): ComposedEntry {
  const { file, definition } = found;
  const { source, definitions } = file;
  // Layers of OpenCode are merged, so the definition isn't in any file.
  if (source.dialect === to.dialect && definitions.includes(definition)) {
    const changes = source.kind === 'oh-my-pi' && to.kind === 'standalone' ? withoutStrings(found) : [];
    const same = entryAsWritten(edited, found, changes);
    if (same !== undefined) return { ...same, isOff: enabledAt(place, definition.connection) === false };
  }
  const { server, remarks } = portable(edited, found, to.level);
  return newEntry(server, to, remarks);
}

function entryAsWritten(
  edited: EditedFiles,
  { name, file: { source }, definition: { node, entry, value: span } }: LocatedDefinition,
  changes: readonly Change[],
): NewText | undefined {
  const value = valueIn(node ?? entry?.value);
  if (!isMap(value) || span === undefined) return undefined;
  if (isToml(source.layout)) return { value, remarks: [] };
  const before = edited.text(source.uri) ?? '';
  const text = applyChanges(before, changes);
  const length = span.length + text.length - before.length;
  return withText(name, value, writtenAt(text, { offset: span.offset, length }));
}

/** Returns an entry with its text, unless that has comments. */
function withText(name: string, value: ValueMap, written: WrittenValue): NewText {
  const count = commentsIn(written.text).length;
  if (count === 0) return { value, written, remarks: [] };
  const field = count === 1 ? l10n.t('a comment') : l10n.t('{0} comments', count);
  const reason = l10n.t("Comments in an entry aren't copied.");
  return { value, remarks: [{ kind: 'lost', server: name, field, fieldIsText: true, reason, line: null }] };
}

/** Returns the entry of a member of a file for another place in this file. @throws Refusal if it isn't an object */
export function memberEntry(edited: EditedFiles, uri: string, { key, value: node }: Member): NewText {
  const value = valueIn(node);
  if (!isMap(value) || node === undefined) throw notAnObject(key.value, baseName(uri));
  if (isTomlUri(uri)) return { value, remarks: [] };
  return withText(key.value, value, writtenAt(edited.text(uri) ?? '', node));
}

/**
 * Returns the entry of a member of a file that no agent has read, for another file.
 * @param path the properties that lead to it @throws Refusal if it can't be converted
 */
export function convertedMember(
  uri: string,
  path: readonly string[],
  { key, value: node }: Member,
  to: Source,
): NewText {
  const value = valueIn(node);
  if (!isMap(value)) throw notAnObject(key.value, baseName(uri));
  const root = [...path, key.value].reduceRight<unknown>((inner, name) => ({ [name]: inner }), plainValue(value));
  try {
    const { dialect, servers, remarks } = readJsonSource(JSON.stringify(root), { path: new URL(uri).pathname });
    if (dialect === to.dialect) return { value, remarks: [] };
    const [server] = servers;
    if (server !== undefined) return newEntry(server, to, remarks.all);
    throw new Refusal(remarks.all[0]?.reason ?? l10n.t('Missing "command" or "url".'));
  } catch (error) {
    throw refusalOf(error);
  }
}

const notAnObject = (name: string, label: string): Refusal =>
  new Refusal(l10n.t("{0} in {1} isn't an object. Fix it first.", quote(name), label));

/**
 * Returns the changes that keep the meaning of "enabled" and "timeout" in the root of the project: only in Oh My Pi's
 * folders may they be strings, in which variables are expanded. @throws Refusal if there are variables
 */
function withoutStrings({ name, definition: { entry, connection } }: LocatedDefinition): readonly Change[] {
  const meanings = {
    enabled: () => connection.enabled,
    timeout: (text: string) => (Number(text) >= 0 && Number.isFinite(Number(text)) ? Number(text) : undefined),
  };
  return Object.entries(meanings).flatMap(([field, meaning]) => {
    const node = memberValue(entry?.value, field);
    if (node?.type !== 'string') return [];
    if (writtenVariables(node.value).length > 0)
      throw new Refusal(
        l10n.t(
          '"{0}" of {1} contains a variable, which Oh My Pi expands only in its own folders. Replace the variable first.',
          field,
          quote(name),
        ),
      );
    const value = meaning(node.value);
    return value === undefined ? [] : [replace(node, String(value))];
  });
}

/** Returns a server in Oh My Pi's format for a file. @throws Refusal */
export function entryOf(name: string, server: object, to: Source): ComposedEntry {
  try {
    const { servers, remarks } = readJsonSource(JSON.stringify({ mcpServers: { [name]: server } }), {
      from: 'oh-my-pi',
    });
    const [first] = servers;
    if (first !== undefined) return newEntry(first, to);
    throw new Refusal(remarks.all[0]?.reason ?? l10n.t('Missing "command" or "url".'));
  } catch (error) {
    throw refusalOf(error);
  }
}

function newEntry(server: PortableServer, to: Source, ofReading: readonly Remark[] = []): ComposedEntry {
  const remarks = new Remarks('');
  const entry = respelled(server, formatOf(to), remarks);
  if (entry === undefined) throw new Refusal(remarksInSentences(remarks.all).join(' '));
  return { value: entry.value, isOff: server.fields.get('enabled') === false, remarks: [...ofReading, ...remarks.all] };
}

/** @throws Refusal if the format isn't one that is written */
function formatOf({ dialect, label, tool }: Source): Exclude<TargetFormat, 'command'> {
  const known = lookUp(targetNames, dialect) === undefined ? undefined : (dialect as Exclude<TargetFormat, 'command'>);
  if (known === undefined)
    throw new Refusal(l10n.t("Couldn't write {0}: the format of {1} can't be written.", label, tool));
  return known;
}

/** Returns the files with a server at the end of a file's map. @throws Refusal */
export function withServer(
  edited: EditedFiles,
  place: Place,
  source: Source,
  name: string,
  { value, written }: Pick<ComposedEntry, 'value' | 'written'>,
): EditedFiles {
  assertWritable(edited, place, source);
  assertName(edited, place, source, name);
  const path = mapPath(edited, source, place);
  if (!isToml(source.layout)) return withMember(edited, source.uri, [...path, name], written ?? value);
  const text = edited.text(source.uri);
  const server: PortableServer = { name, label: name, transport: 'stdio', fields: value, at: { offset: 0, length: 0 } };
  try {
    const { changes } = mergeToml([{ server, value }], {
      text,
      root: path[0] ?? '',
      strictNames: false,
      collision: 'skip',
      layout: layoutOf(text ?? ''),
    });
    return edited.with(source.uri, changes);
  } catch (error) {
    throw refusalOf(error);
  }
}

/**
 * Returns the files with a value at a path of a JSON file, with the objects that are missing on the way.
 * @throws Refusal if a value is in the way
 */
export function withMember(
  edited: EditedFiles,
  uri: string,
  path: readonly string[],
  value: WrittenValue | Value,
): EditedFiles {
  const { edited: prepared, text, root } = edited.settings(uri);
  let object = root;
  for (const [depth, key] of path.slice(0, -1).entries()) {
    const next = memberValue(object, key);
    if (next === undefined)
      return withMember(prepared.with(uri, appendWrittenMember(text, object, key, new Map())), uri, path, value);
    if (next.type !== 'object')
      throw new Refusal(
        l10n.t("{0} in {1} isn't an object. Fix it first.", quote(path.slice(0, depth + 1).join('.')), baseName(uri)),
      );
    object = next;
  }
  return prepared.with(uri, appendWrittenMember(text, object, path.at(-1) ?? '', value));
}

const refusalOf = (error: unknown): unknown => (error instanceof ConversionError ? new Refusal(error.message) : error);

/** Returns the files without a server and its earlier duplicates, which would take effect. @throws Refusal */
export function withoutServer(edited: EditedFiles, place: Place, found: LocatedDefinition): EditedFiles {
  const { source } = found.file;
  assertWritable(edited, place, source);
  const text = edited.text(source.uri) ?? '';
  if (isToml(source.layout)) {
    const cuts = tablesOf(edited, place, found).map((span) => replace(withGap(text, span), ''));
    return edited.with(source.uri, cuts);
  }
  const map = mapAround(edited, found);
  const gone = map.members.filter(({ key }) => key.value === found.name);
  return edited.with(source.uri, removeMembers(text, map, gone));
}

/** Returns the files with another name for a server. @throws Refusal */
export function withRenamed(edited: EditedFiles, place: Place, found: LocatedDefinition, name: string): EditedFiles {
  const { source } = found.file;
  assertWritable(edited, place, source);
  assertName(edited, place, source, name);
  const changes = isToml(source.layout)
    ? tablesOf(edited, place, found).map((table) => replace(table.name, printKey(name)))
    : mapAround(edited, found).members.flatMap(({ key }) =>
        key.value === found.name ? [replace(key, JSON.stringify(name))] : [],
      );
  return edited.with(source.uri, changes);
}

/** Returns the object in which a server is defined. @throws Refusal if it's there no more */
function mapAround(
  edited: EditedFiles,
  { name, file: { source }, definition: { key: at } }: LocatedDefinition,
): ObjectNode {
  const isAround = ({ offset, length }: Span): boolean => offset < at.offset && at.offset < offset + length;
  let map: JsonNode | undefined = edited.tree(source.uri);
  while (map?.type === 'object') {
    if (map.members.some(({ key }) => key.offset === at.offset && key.value === name)) return map;
    map = map.members.find(({ value }) => value !== undefined && isAround(value))?.value;
  }
  throw new Refusal(l10n.t('{0} no longer exists.', quote(name)));
}

/** Returns the tables of a server. @throws Refusal if it has none, such as an inline table */
export function tablesOf(edited: EditedFiles, place: Place, { name, file: { source } }: LocatedDefinition) {
  const path = mapPath(edited, source, place);
  const tables = tablesIn(edited.text(source.uri) ?? '', path).filter(({ key }) => key === name);
  if (tables.length === 0)
    throw new Refusal(l10n.t("{0} in {1} isn't a separate table. Change it yourself.", quote(name), source.label));
  return tables;
}

/** Returns the properties that lead to the servers of a file. */
export function mapPath({ agent }: EditedFiles, source: Source, place: Place): readonly string[] {
  if (isTableAgent(agent)) return inProject(agent.table, (source as TableSource).file.root, place);
  const { layout } = source;
  if (isToml(layout)) return ['mcp_servers'];
  if (layout === 'opencode') return ['mcp'];
  return layout === 'vscode' ? ['mcp', 'servers'] : ['mcpServers'];
}

/** @throws Refusal for a file that others write, and one that its agent can't read */
export function assertWritable(edited: EditedFiles, place: Place, source: Source): void {
  const { label, tool, key, uri } = source;
  const { file, plugin } = source as Partial<TableSource>;
  if (plugin !== undefined) throw new Refusal(l10n.t('{0} is of a plugin. Change the plugin in {1}.', label, tool));
  if (file?.in === 'system') throw new Refusal(l10n.t('{0} is managed by your administrator.', label));
  if (file?.in === 'environment') throw new Refusal(l10n.t('{0} is an environment variable. Change it there.', label));
  const isBlank = edited.text(uri)?.trim() === '';
  if (!isBlank && edited.files(place).some((each) => each.source.key === key && each.broken))
    throw new Refusal(l10n.t("The syntax of {0} isn't valid. Fix it first. Nothing was changed.", label));
}

/** @throws Refusal for a name that the agent doesn't accept, or the file has */
function assertName(edited: EditedFiles, place: Place, { key, section, label }: Source, name: string): void {
  const { facts, name: agent } = edited.agent;
  if (facts.names.invalid?.test(name) === true || isReserved(facts.names, name))
    throw new Refusal(l10n.t("{0} doesn't accept the name {1}.", agent, quote(name)));
  const isSame = ({ source }: { readonly source: Source }) => source.key === key && source.section === section;
  if (edited.files(place).some((file) => isSame(file) && file.definitions.some((each) => each.name === name)))
    throw new Refusal(l10n.t('{0} already contains {1}. Rename one of them first.', label, quote(name)));
}
