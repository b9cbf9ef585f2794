/** The open brackets of a text that is being read. */
import type { JsonNode, StringNode } from './json.ts';

/** A member while it is being read. */
export interface OpenMember {
  key: StringNode;
  colon: number | undefined;
  value: JsonNode | undefined;
  live: boolean;
}

/** What an open bracket waits for. `key` and `value` may also be the end when `comma` is absent. */
type Expect = 'key' | 'colon' | 'value' | 'comma';

/** An open bracket, and what stands in it so far. */
export interface Frame {
  readonly offset: number;
  readonly indent: number;
  /** Present in an object. */
  readonly members: OpenMember[] | undefined;
  /** Present in an array. */
  readonly items: JsonNode[] | undefined;
  expect: Expect;
  /** Offset of the comma just read. */
  comma: number | undefined;
  /** Opened where no value can stand: it is read, and left out of the tree. */
  readonly stray: boolean;
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
