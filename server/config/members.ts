/** Members of an object while it is being read, and their keys. */

import type { EntryText } from './entry-text.ts';
import type { JsonNode, StringNode } from './json.ts';

/** A member while it is being read. */
export interface OpenMember {
  key: StringNode;
  colon: number | undefined;
  value: JsonNode | undefined;
  live: boolean;
  own?: EntryText;
}

/** Up to so many members it is faster to compare each with each. */
const few = 8;

/** Only the last member of a name lives on in JSON. */
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

/** One string for all of a kind: thousands of servers have the same few, and equal strings compare at a glance. */
export function shared(key: string): string {
  if (key.length > 20) return key;
  const known = sharedKeys.get(key);
  if (known !== undefined || sharedKeys.size >= 500) return known ?? key;
  // Not a view of the text: that would stay for as long as the key does.
  const own = ` ${key}`.slice(1);
  sharedKeys.set(own, own);
  return own;
}
