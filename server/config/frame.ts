/** The open brackets of a text during parsing. */
import type { JsonNode } from './json.ts';
import type { OpenMember } from './members.ts';

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
