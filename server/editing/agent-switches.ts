/** Turns servers off and on in the files of agents other than Oh My Pi. */
import * as l10n from '@vscode/l10n';
import type { TableAgent } from '../agents/agent.ts';
import { inProject, locate, type TableSource } from '../agents/files/agent-files.ts';
import { normalizedName } from '../agents/table/read-entry.ts';
import { quote } from '../config/language.ts';
import { isToml } from '../config/oh-my-pi/providers.ts';
import type { Place } from '../config/servers/sources.ts';
import { lineBreakOf } from '../config/text/indentation.ts';
import { endOf, type JsonNode, type Member, memberValue } from '../config/text/json.ts';
import { insert, replace } from '../fixes/fix.ts';
import { append, cutWithLine, member, removeMember, removeStrings } from '../fixes/members.ts';
import type { FilePlace, OffSwitch } from '../tools/agent-facts.ts';
import { type EditedFiles, type LocatedDefinition, Refusal } from './edited-files.ts';
import { assertWritable, tablesOf, withMember } from './entries.ts';

/** @throws Refusal with what the user has to do if the agent's files can't express it */
export function setEnabledIn(
  { name: agent, table }: TableAgent,
  edited: EditedFiles,
  place: Place,
  found: LocatedDefinition,
  enabled: boolean,
): EditedFiles {
  const { file } = found.file.source as TableSource;
  const off = table.off.find((each) => each.kind !== 'list' || each.gate === undefined || each.gate === file.gate);
  if ((found.file.source as TableSource).plugin !== undefined && off?.kind === 'entry')
    throw new Refusal(l10n.t('The server is of a plugin. Turn the plugin off in {0}.', agent));
  switch (off?.kind) {
    case undefined:
      throw new Refusal(l10n.t('{0} has no setting for this.', agent));
    case 'manual':
      throw new Refusal(off.how());
    case 'entry':
      return inEntry(edited, place, found, enabled, off.property);
    case 'map':
      return inMap(edited, uriOf(off.at, place), found.name, enabled);
    case 'list':
      return enabled
        ? withoutOff(table, edited, place, found, off)
        : listed(table, edited, off, off.path, place, found.name);
  }
}

function uriOf(at: FilePlace, place: Place): string {
  const [first] = locate(at, place);
  if (first === undefined) throw new Refusal(l10n.t("Couldn't find the folder of the settings."));
  return first.uri;
}

/** Removes a server from all lists that turn it off, and approves it if the agent would ask. */
function withoutOff(
  table: TableAgent['table'],
  edited: EditedFiles,
  place: Place,
  { name, file }: LocatedDefinition,
  off: Extract<OffSwitch, { kind: 'list' }>,
): EditedFiles {
  let after = edited;
  const { gate } = (file.source as TableSource).file;
  for (const { in: files, path, effect, compare, gate: only } of table.switches)
    if (effect === 'off' && (only === undefined || only === gate))
      for (const at of files.filter((each) => each.in !== 'system'))
        for (const { uri } of locate(at, place)) {
          const isSame = (other: string) =>
            compare === 'normalized' ? normalizedName(other) === normalizedName(name) : other === name;
          after = withoutStrings(after, uri, inProject(table, path, place), isSame);
        }
  const { approve } = off;
  return approve !== undefined &&
    after.effective(place).find(file.source.uri, name, file.source.section)?.state === 'pending'
    ? listed(table, after, off, approve, place, name)
    : after;
}

function withoutStrings(
  edited: EditedFiles,
  uri: string,
  path: readonly string[],
  isSame: (name: string) => boolean,
): EditedFiles {
  const list = path.reduce<JsonNode | undefined>(memberValue, edited.tree(uri));
  const text = edited.text(uri);
  if (list?.type !== 'array' || text === undefined) return edited;
  const names = new Set(
    list.items.flatMap((item) => (item.type === 'string' && isSame(item.value) ? [item.value] : [])),
  );
  return [...names].reduce((after, name) => {
    const now = path.reduce<JsonNode | undefined>(memberValue, after.tree(uri));
    return now?.type === 'array' ? after.with(uri, removeStrings(after.text(uri) ?? '', now, name)) : after;
  }, edited);
}

/** Adds a name to a list of a settings file, and creates what is missing. */
function listed(
  table: TableAgent['table'],
  edited: EditedFiles,
  { at }: Extract<OffSwitch, { kind: 'list' }>,
  path: readonly string[],
  place: Place,
  name: string,
): EditedFiles {
  const uri = uriOf(at, place);
  const { edited: prepared, text, root } = edited.settings(uri);
  const names = inProject(table, path, place);
  const list = names.reduce<JsonNode | undefined>(memberValue, root);
  if (list === undefined) return withMember(prepared, uri, names, [name]);
  if (list.type !== 'array')
    throw new Refusal(l10n.t("{0} isn't an array of names. Fix it first.", quote(path.join('.'))));
  if (list.items.some((item) => item.type === 'string' && item.value === name)) return prepared;
  return prepared.with(uri, [append(text, list, JSON.stringify(name))]);
}

function inMap(edited: EditedFiles, uri: string, name: string, enabled: boolean): EditedFiles {
  const { edited: prepared, text, root } = edited.settings(uri);
  const key = name.toLowerCase();
  const present = root.members.find(({ key: { value }, live }) => live && value === key);
  if (present === undefined) return enabled ? edited : withMember(prepared, uri, [key], new Map([['enabled', false]]));
  if (enabled) return prepared.with(uri, removeMember(text, root, present));
  const value = memberValue(present.value, 'enabled');
  if (present.value?.type !== 'object') throw new Refusal(l10n.t("{0} isn't an object. Fix it first.", quote(key)));
  return prepared.with(uri, [
    value === undefined ? append(text, present.value, member('enabled', 'false')) : replace(value, 'false'),
  ]);
}

function inEntry(
  edited: EditedFiles,
  place: Place,
  found: LocatedDefinition,
  enabled: boolean,
  property: 'disabled' | 'enabled' = 'enabled',
): EditedFiles {
  const {
    name,
    file: { source },
    definition,
  } = found;
  assertWritable(edited, place, source);
  const off = String(property === 'disabled');
  const text = edited.text(source.uri) ?? '';
  const entry = definition.node;
  if (entry?.type !== 'object')
    throw new Refusal(l10n.t("{0} in {1} isn't an object. Fix it first.", quote(name), source.label));
  const present = entry.members.find(({ key, live }) => live && key.value === property);
  if (isToml(source.layout)) return inTable(edited, place, found, present, enabled, `${property} = ${off}`);
  if (enabled) return present === undefined ? edited : edited.with(source.uri, removeMember(text, entry, present));
  return edited.with(source.uri, [
    present?.value === undefined ? append(text, entry, member(property, off)) : replace(present.value, off),
  ]);
}

/** Changes the line of a switch in the table of a server. @throws Refusal if the server has no table of its own */
function inTable(
  edited: EditedFiles,
  place: Place,
  found: LocatedDefinition,
  present: Member | undefined,
  enabled: boolean,
  line: string,
): EditedFiles {
  const { source } = found.file;
  const text = edited.text(source.uri) ?? '';
  const [table] = tablesOf(edited, place, found);
  const header = table === undefined ? '' : (text.slice(table.offset, endOf(table)).split(/[\r\n]/, 1)[0] ?? '');
  const end = (table?.offset ?? 0) + header.length;
  if (present?.value === undefined)
    return enabled ? edited : edited.with(source.uri, [insert(end, lineBreakOf(text) + line)]);
  return edited.with(source.uri, [
    enabled
      ? cutWithLine(text, present.key.offset, endOf(present.value))
      : replace({ offset: present.key.offset, length: endOf(present.value) - present.key.offset }, line),
  ]);
}
