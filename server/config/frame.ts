/** The open brackets of a text that is being read. */
import type { JsonNode } from './json.ts';
import type { OpenMember } from './members.ts';

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
  readonly unknownKey: boolean;
}
