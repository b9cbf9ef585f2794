/** Objects and arrays during parsing. */
import type { JsonNode, StringNode } from './json.ts';

/** A member during parsing. */
export interface OpenMember {
  key: StringNode;
  colon: number | undefined;
  value: JsonNode | undefined;
  live: boolean;
}

/** What is expected next in an open bracket. For `key` and `value`, it can also be the end if `comma` is absent. */
type Expect = 'key' | 'colon' | 'value' | 'comma';

/** An open bracket and its contents so far. */
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
  /** True if opened where no value is allowed. The contents are parsed but aren't added to the tree. */
  readonly unknownKey: boolean;
}

/** Clears `live` of members with a later duplicate: JSON parsers keep only the last member of a name. */
export function markOverridden(members: readonly OpenMember[]): void {
  const seen = new Set<string>();
  for (let index = members.length - 1; index >= 0; index--) {
    const member = members[index];
    if (member === undefined) continue;
    member.live = !seen.has(member.key.value);
    seen.add(member.key.value);
  }
}
