/** Compares two values, and two servers, by their meaning. */
import { type JsonNode, liveMembers } from '../text/json.ts';
import { ServerEntry } from './server-entry.ts';

/** No server nests deeper. Deeper values count as different. */
const deepest = 50;

/** True for two JSON values that a parser makes the same of, whatever the order of their members. */
export function isSameValue(one: JsonNode | undefined, other: JsonNode | undefined, depth = 0): boolean {
  if (one === undefined || other === undefined || one.type !== other.type || depth > deepest) return false;
  if (one.type === 'array' && other.type === 'array')
    return (
      one.items.length === other.items.length &&
      one.items.every((item, index) => isSameValue(item, other.items[index], depth + 1))
    );
  if (one.type === 'object' && other.type === 'object') return hasSameMembers(one, other, depth + 1);
  if (one.type === 'invalid') return false;
  return one.type === 'null' || ('value' in one && 'value' in other && one.value === other.value);
}

function hasSameMembers(one: JsonNode, other: JsonNode, depth: number, except?: string): boolean {
  const [mine, theirs] = [one, other].map((node) => {
    const members = new Map(liveMembers(node));
    if (except !== undefined) members.delete(except);
    return members;
  });
  if (mine === undefined || theirs === undefined || mine.size !== theirs.size) return false;
  return Array.from(mine).every(([name, { value }]) => isSameValue(value, theirs.get(name)?.value, depth));
}

/** True for two entries of the same server. One of them may leave out the type that the other one states. */
export function isSameServer(one: JsonNode | undefined, other: JsonNode | undefined): boolean {
  if (one?.type !== 'object' || other?.type !== 'object') return false;
  return hasSameMembers(one, other, 0, 'type') && transportOf(one) === transportOf(other);
}

function transportOf(value: JsonNode): string | undefined {
  const key = { type: 'string', value: '', offset: value.offset, length: 0 } as const;
  return new ServerEntry({ key, colon: undefined, value, live: true }, []).parsed?.transport;
}
