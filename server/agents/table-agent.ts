/** Makes an agent of the facts about it. */

import * as l10n from '@vscode/l10n';
import { agentName } from '../../common/agents.ts';
import type { Connection } from '../config/connection.ts';
import type { Reason } from '../config/effective.ts';
import { type JsonNode, liveMembers, memberValue, type StringNode } from '../config/json.ts';
import { type DefinedServer, type ListItem, readTree, type SourceFile } from '../config/source-file.ts';
import type { Place } from '../config/sources.ts';
import type { Decisions, ReadSetting, TableAgent } from './agent.ts';
import { inProject, locate, projectPath, type TableSource, tableSources } from './agent-files.ts';
import type { AgentTable, FilePlace, NameSwitch, ServersFile } from './agent-table.ts';
import { normalizedName, readEntry } from './read-entry.ts';
import { ignoredText } from './reading-text.ts';

export function tableAgent(table: AgentTable): TableAgent {
  const name = agentName(table.id);
  const settings = [
    ...table.switches,
    ...table.files.flatMap(({ onlyIf }) => onlyIf ?? []),
    ...(table.trust ? [table.trust] : []),
  ];
  return {
    id: table.id,
    name,
    table,
    facts: table,
    sources: (place) => tableSources(table, place),
    settings: (place) => settings.flatMap((each) => each.in.flatMap((at) => locate(at, place).map(({ uri }) => uri))),
    read(source, document, place) {
      const { file } = source as TableSource;
      const tree = readTree(source, document, file.comments === true);
      const entries = liveMembers(mapIn(tree.root, file, place));
      const own = new Map(
        source.layout === 'own' ? document.config.liveServers.map((entry) => [entry.key, entry]) : [],
      );
      const definitions = Array.from(entries, ([entryName, { key, value }]): DefinedServer => {
        const connection = tableConnection(table, name, entryName, value);
        return { name: entryName, source, key, value, connection, entry: own.get(key), node: value };
      });
      const { root: _, ...syntax } = tree;
      return { source, definitions, items: [], ...syntax, stopsLoader: false, document: undefined };
    },
    decide: (files, place, setting) => decide(table, files, place, setting),
  };
}

/** Returns the map of servers in a file. */
function mapIn(root: JsonNode | undefined, file: ServersFile, place: Place): JsonNode | undefined {
  const map = inProject(file.root, place).reduce<JsonNode | undefined>(memberValue, root);
  return map ?? (file.flat === true && memberValue(root, 'servers') === undefined ? withoutTexts(root) : undefined);
}

/** Returns an object without members such as `$schema`. */
function withoutTexts(node: JsonNode | undefined): JsonNode | undefined {
  if (node?.type !== 'object') return undefined;
  return { ...node, members: node.members.filter(({ value }) => value?.type === 'object') };
}

/** Returns the connection of an entry as the agent sees it. */
export function tableConnection(
  table: AgentTable,
  agent: string,
  name: string,
  node: JsonNode | undefined,
): Connection {
  const { transport, enabled, skipped, ignored } = readEntry(table, name, node);
  return { transport, enabled, flaw: skipped?.why, departures: ignored.map((each) => ignoredText(each, agent)) };
}

/** Returns the name in the form in which a switch compares names. */
function compared({ compare }: NameSwitch, name: string): string {
  if (compare === 'normalized') return normalizedName(name);
  return compare === 'lower-case' ? name.toLowerCase() : name;
}

function decide(table: AgentTable, files: readonly SourceFile[], place: Place, setting: ReadSetting): Decisions {
  const switches = table.switches.map((each) => {
    const names = namesIn(each, place, setting);
    // Of equal names, the first one counts.
    const items = new Map(names.items.toReversed().map((item) => [compared(each, item.name), item]));
    return { ...each, names, items, exact: new Set(names.items.map(({ name }) => name)) };
  });
  const found = files.map(({ source }) => (source as TableSource).file);
  const exclusive = files.find((_file, index) => found[index]?.excludesOthers === true);
  const isUntrusted = table.trust !== undefined && !isTrusted(table.trust, place, setting);
  const present = new Set(files.map(({ source }) => source.key));
  const approved = (name: string): boolean =>
    switches.some(
      ({ effect, names, exact }) =>
        (effect === 'approve-all' && names.isOn) || (effect === 'approve' && exact.has(name)),
    );

  function ofSource({ source, broken }: SourceFile): Reason | undefined {
    const { file } = source as TableSource;
    if (broken) return { kind: 'broken-file' };
    if (exclusive !== undefined && file.scope !== 'managed') return { kind: 'shut-out', only: exclusive.source };
    if (file.hiddenBy !== undefined) {
      const folder = source.key.slice(0, -file.path.length);
      const first = files.find((other) => other.source.key === folder + file.hiddenBy);
      if (present.has(folder + file.hiddenBy) && first !== undefined)
        return { kind: 'later-file', first: first.source };
    }
    const { onlyIf } = file;
    if (onlyIf !== undefined && !readIn(onlyIf.in, onlyIf.path, place, setting).some(isTrue))
      return { kind: 'setting', setting: l10n.t("{0} isn't true", JSON.stringify(onlyIf.path.join('.'))) };
    if (file.gate !== 'trust' || !isUntrusted) return undefined;
    return { kind: place.home === undefined ? 'needs-trust' : 'untrusted' };
  }

  function ofName(name: string, { gate }: ServersFile): Reason | undefined {
    for (const each of switches) {
      if (each.gate !== undefined && each.gate !== gate) continue;
      const { effect, names, items } = each;
      const item = items.get(compared(each, name));
      if (item !== undefined && (effect === 'off' || effect === 'off-by-map')) return { kind: 'denied', item };
      if (effect === 'only' && item === undefined && names.file !== undefined && names.items.length > 0)
        return { kind: 'not-listed', list: each.path.join('.'), file: names.file };
    }
    return gate === 'approval' && !approved(name) ? { kind: 'pending' } : undefined;
  }

  return {
    ...(table.names.ignoresCase === true && { nameKey: (name: string) => name.toLowerCase() }),
    ...(table.merging === 'deep' && {
      isLayer: (file: SourceFile) => ofSource(file) === undefined,
      merged: (name: string, node: JsonNode | undefined) => tableConnection(table, agentName(table.id), name, node),
    }),
    excludes({ name, connection }, file) {
      const reason = ofSource(file);
      if (reason !== undefined) return reason;
      // Of merged definitions, only the result counts.
      if (table.merging === 'whole' && connection.flaw !== undefined) return { kind: 'flawed', flaw: connection.flaw };
      return ofName(name, (file.source as TableSource).file);
    },
    rejects({ connection: { flaw, enabled } }) {
      if (flaw !== undefined) return { kind: 'flawed', flaw };
      return enabled === false ? { kind: 'switched-off' } : undefined;
    },
    accepts: ({ connection }) => ({ kind: 'used', departures: connection.departures ?? [] }),
  };
}

const isTrue = (node: JsonNode | undefined): boolean => node?.type === 'boolean' && node.value;

/** Returns a setting in all of these files. */
function readIn(
  files: readonly FilePlace[],
  path: readonly string[],
  place: Place,
  setting: ReadSetting,
): readonly (JsonNode | undefined)[] {
  const at = inProject(path, place);
  return files.flatMap((file) => locate(file, place).map(({ uri }) => setting(uri, at)));
}

interface SwitchNames {
  readonly items: readonly ListItem[];
  /** True if a value is `true`. */
  readonly isOn: boolean;
  /** Label of the first file with the list. */
  readonly file: string | undefined;
}

function namesIn({ in: files, path, effect }: NameSwitch, place: Place, setting: ReadSetting): SwitchNames {
  const list = path.at(-1) ?? '';
  const at = inProject(path, place);
  const items: ListItem[] = [];
  let isOn = false;
  let labelled: string | undefined;
  for (const file of files)
    for (const { uri, label } of locate(file, place)) {
      const node = setting(uri, at);
      if (node === undefined) continue;
      labelled ??= label;
      isOn ||= isTrue(node);
      const source = { uri, label };
      const nodes = effect === 'off-by-map' ? offIn(node) : node.type === 'array' ? node.items : [];
      for (const name of nodes) if (name.type === 'string') items.push({ list, name: name.value, node: name, source });
    }
  return { items, isOn, file: labelled };
}

/** Returns the names with `{"enabled": false}`. */
function offIn(map: JsonNode): readonly StringNode[] {
  return Array.from(liveMembers(map).values()).flatMap(({ key, value }) => {
    const enabled = memberValue(value, 'enabled');
    return enabled?.type === 'boolean' && !enabled.value ? [key] : [];
  });
}

/** True if a setting for the project's folder or one of its parents has the value. */
function isTrusted(
  { in: files, path, value }: NonNullable<AgentTable['trust']>,
  place: Place,
  setting: ReadSetting,
): boolean {
  const folders = projectPath(place)
    .split('/')
    .map((_part, index, parts) => parts.slice(0, parts.length - index).join('/'));
  return folders.some((folder) =>
    files.some((file) =>
      locate(file, place).some(({ uri }) => {
        const node = setting(
          uri,
          path.map((name) => (name === '*' ? folder : name)),
        );
        return node?.type === 'string' && node.value === value;
      }),
    ),
  );
}
