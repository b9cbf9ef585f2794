/** Members of an object during parsing, and their keys. */

import type { EntryText } from './entry-text.ts';
import type { JsonNode, StringNode } from './json.ts';

/** A member during parsing. */
export interface OpenMember {
  key: StringNode;
  colon: number | undefined;
  value: JsonNode | undefined;
  live: boolean;
  own?: EntryText;
}

/** Up to this many members, comparing all pairs is faster than a set. */
const few = 8;

/** Clears `live` of members with a later duplicate: JSON parsers keep only the last member of a name. */
export function markOverridden(members: OpenMember[]): void {
  if (members.length <= few) {
    members.forEach((member, index) => {
      for (let later = index + 1; later < members.length && member.live; later++)
        member.live = members[later]?.key.value !== member.key.value;
    });
    return;
  }
  const seen = new Set<string>();
  for (let index = members.length - 1; index >= 0; index--) {
    const member = members[index];
    if (member === undefined) continue;
    member.live = !seen.has(member.key.value);
    seen.add(member.key.value);
  }
}

const sharedKeys = new Map<string, string>();

/** Returns one instance of equal strings: thousands of servers use the same few, and comparing them becomes fast. */
export function shared(key: string): string {
  if (key.length > 20) return key;
  const known = sharedKeys.get(key);
  if (known !== undefined || sharedKeys.size >= 500) return known ?? key;
  // A copy: a slice would retain the whole text.
  const own = ` ${key}`.slice(1);
  sharedKeys.set(own, own);
  return own;
}
