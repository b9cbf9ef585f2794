/** Servers that are not where the agent looks for them, and the way into `mcpServers`. */
import { type ConfigDocument, serverMap } from '../config/document.ts';
import { type ArrayNode, endOf, type JsonNode, type Member, type ObjectNode, type StringNode } from '../config/json.ts';
import { holdsServers, looksLikeServer } from '../config/shape.ts';
import { applyChanges, type Change, type Fix, insert, preferred, replace } from './fix.ts';
import { memberOf, removeMember } from './members.ts';
import { insertMoved, type Moved } from './move.ts';
import { FreeNames } from './names.ts';
import { hidesAnother } from './removal.ts';

/** Moves what a key of the top level holds, one server or several, into `mcpServers`; each gets a name that is free. */
export function moveServers(document: ConfigDocument, key: StringNode): readonly Fix[] {
  const { text, top, faults } = document;
  const map = serverMap(document);
  const self = top === undefined ? undefined : memberOf(top.node, key);
  if (top === undefined || map === undefined || self?.value === undefined || hidesAnother(top.node, self)) return [];
  const { offset, length } = self.value;
  // Comments between the servers would stay behind, and what is damaged might not be what it seems.
  if (faults.some((fault) => fault.offset >= offset && fault.offset < offset + length)) return [];
  const names = new FreeNames(map.members.map((member) => member.key.value));
  const moved = serversOf(text, self)?.map((each) => ({ ...each, key: names.take(each.key) }));
  if (moved === undefined || moved.length === 0) return [];
  return [preferred('Move to "mcpServers"', ...removeMember(text, top.node, self), insertMoved(text, map, moved))];
}

function serversOf(text: string, { key, value }: Member): readonly Moved[] | undefined {
  if (value?.type === 'array') {
    const named = value.items.map((item) => nameIn(item));
    if (!named.every((each) => each !== undefined)) return undefined;
    return named.map(({ object, member, name }) => {
      const shift = ({ offset, ...change }: Change): Change => ({ ...change, offset: offset - object.offset });
      const own = text.slice(object.offset, endOf(object));
      return { key: name, value: object, text: applyChanges(own, removeMember(text, object, member).map(shift)) };
    });
  }
  if (value?.type !== 'object') return undefined;
  if (!holdsServers(value)) return [{ key: key.value, value }];
  // What a parser drops would come to life.
  if (value.members.some(({ live }) => !live)) return undefined;
  return value.members.flatMap((member) =>
    member.value === undefined ? [] : [{ key: member.key.value, value: member.value }],
  );
}

interface NamedServer {
  readonly object: ObjectNode;
  readonly member: Member;
  readonly name: string;
}

/** A server in a list that says its own name. */
function nameIn(item: JsonNode): NamedServer | undefined {
  if (item.type !== 'object' || !looksLikeServer(item)) return undefined;
  const named = item.members.filter(({ key }) => key.value === 'name');
  const [member, ...others] = named;
  if (member?.value?.type !== 'string' || member.value.value === '' || others.length > 0) return undefined;
  return { object: item, member, name: member.value.value };
}

/** A list of servers as an object with their names as keys; nothing where one has no name. */
export function namedServers(text: string, array: ArrayNode): readonly Change[] | undefined {
  const named = array.items.map(nameIn);
  if (named.length === 0 || !named.every((each) => each !== undefined)) return undefined;
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
