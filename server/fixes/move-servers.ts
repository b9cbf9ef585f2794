/** Moves servers into `mcpServers` from places where the agent doesn't look for them. */
import * as l10n from '@vscode/l10n';
import { quote } from '../config/language.ts';
import { type ConfigDocument, serverMap } from '../config/servers/document.ts';
import { hasServerField, holdsServers } from '../config/servers/recognize-servers.ts';
import { isSameServer } from '../config/servers/same-server.ts';
import { type ArrayNode, endOf, type JsonNode, type Member, type ObjectNode } from '../config/text/json.ts';
import { applyChanges, type Change, type Fix, insert, preferred, removal, replace } from './fix.ts';
import { appendMembers, type NewMember, removeMember, removeMembers } from './members.ts';
import { movedMember } from './move.ts';
import { hidesAnother } from './removal.ts';
import { FreeNames } from './rename-server.ts';

/** A server to move, and the value to compare it with. */
interface MovableServer extends NewMember {
  readonly value?: JsonNode;
}

/**
 * Moves the servers of top-level properties into `mcpServers` as one fix. A property stays if one of its servers differs
 * from another one of the same name; equal ones are merged.
 */
export function moveServers(document: ConfigDocument, properties: readonly Member[]): readonly Fix[] {
  const { text, top } = document;
  const map = serverMap(document);
  if (top === undefined || map === undefined) return [];
  const known = new Map(map.members.map(({ key, value }) => [key.value, value]));
  const sources: Member[] = [];
  const moved: NewMember[] = [];
  /** True if a server is removed because an equal one stays. */
  let merges = false;
  for (const source of properties) {
    const servers = movableServers(document, top.node, source);
    if (servers === undefined || servers.length === 0) continue;
    const fresh = servers.filter(({ key, value }) => !isSameServer(value, known.get(key)));
    if (fresh.some(({ key }) => known.has(key)) || new Set(fresh.map(({ key }) => key)).size < fresh.length) continue;
    for (const { key, value } of fresh) known.set(key, value);
    sources.push(source);
    moved.push(...fresh);
    merges ||= fresh.length < servers.length;
  }
  if (sources.length === 0) return [];
  const changes = [...removeMembers(text, top.node, sources)];
  if (moved.length > 0) changes.push(appendMembers(text, map, moved));
  const names = sources.map(({ key }) => quote(key.value)).join(', ');
  const fix = !merges
    ? preferred(l10n.t('Move to "mcpServers"'), ...changes)
    : moved.length === 0
      ? removal(l10n.t('Remove {0} (already in "mcpServers")', names), ...changes)
      : removal(l10n.t('Move the other servers to "mcpServers" and remove {0}', names), ...changes);
  return [{ ...fix, moves: sources }];
}

/** Returns undefined if the property can't be moved without losing or changing something. */
function movableServers(
  document: ConfigDocument,
  top: ObjectNode,
  source: Member,
): readonly MovableServer[] | undefined {
  if (source.value === undefined || hidesAnother(top, source)) return undefined;
  const { offset, length } = source.value;
  // Comments between the servers would be left behind, and text with syntax errors may be misread.
  if (document.faults.some((fault) => fault.offset >= offset && fault.offset < offset + length)) return undefined;
  return serversOf(document.text, source);
}

/** Combines fixes that move servers: they insert at the same place, so only one of them could be applied at a time. */
export function combineMoves(document: ConfigDocument, fixes: readonly Fix[]): readonly Fix[] {
  const properties = fixes.flatMap(({ moves }) => moves ?? []);
  if (properties.length < 2) return fixes;
  return [...fixes.filter(({ moves }) => moves === undefined), ...moveServers(document, properties)];
}

function serversOf(text: string, { key, value }: Member): readonly MovableServer[] | undefined {
  if (value?.type === 'array') {
    return namedIn(value)?.map(({ object, member, name }) => {
      const shift = ({ offset, ...change }: Change): Change => ({ ...change, offset: offset - object.offset });
      const own = text.slice(object.offset, endOf(object));
      return movedMember(text, name, object, applyChanges(own, removeMember(text, object, member).map(shift)));
    });
  }
  if (value?.type !== 'object') return undefined;
  if (!holdsServers(value)) return [{ ...movedMember(text, key.value, value), value }];
  // Duplicates that JSON parsers drop would take effect.
  if (value.members.some(({ live }) => !live)) return undefined;
  return value.members.flatMap((member) =>
    member.value === undefined ? [] : [{ ...movedMember(text, member.key.value, member.value), value: member.value }],
  );
}

interface NamedServer {
  readonly object: ObjectNode;
  readonly member: Member;
  readonly name: string;
}

/** Returns the servers in an array with their names; undefined if one has no unambiguous name. */
function namedIn({ items }: ArrayNode): readonly NamedServer[] | undefined {
  const named = items.map(nameIn);
  return named.every((each) => each !== undefined) ? named : undefined;
}

/** Returns a server in an array with its name; undefined if it has no unambiguous `name`. */
function nameIn(item: JsonNode): NamedServer | undefined {
  if (item.type !== 'object' || !hasServerField(item)) return undefined;
  const named = item.members.filter(({ key }) => key.value === 'name');
  const [member, ...others] = named;
  if (member?.value?.type !== 'string' || member.value.value === '' || others.length > 0) return undefined;
  return { object: item, member, name: member.value.value };
}

/** Converts an array of servers to an object with their names as keys; undefined if a server has no name. */
export function namedServers(text: string, array: ArrayNode): readonly Change[] | undefined {
  const named = namedIn(array);
  if (named === undefined || named.length === 0) return undefined;
  const names = new FreeNames([]);
  return [
    replace({ offset: array.offset, length: 1 }, '{'),
    ...named.flatMap(({ object, member, name }) => [
      insert(object.offset, `${JSON.stringify(names.take(name))}: `),
      ...removeMember(text, object, member),
    ]),
    replace({ offset: endOf(array) - 1, length: 1 }, '}'),
  ];
}
