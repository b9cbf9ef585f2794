/** What changes in an entry of a server: names of properties, never their values. */

import { visible } from '../../../common/text/escape.ts';
import { maskTokens } from '../../../common/text/mask-secrets.ts';
import { isSameValue } from '../../config/servers/same-server.ts';
import { type JsonNode, liveMembers, type Member } from '../../config/text/json.ts';

/** A property, or a member of one, such as a variable in `env`. */
export interface PropertyChange {
  /** Empty if the entry as a whole changes, because it isn't an object before or after. */
  readonly path: readonly string[];
  readonly kind: 'added' | 'removed' | 'changed';
}

/** What changes beside the servers of a file. */
export interface SettingsChange {
  readonly file: string;
  readonly properties: readonly PropertyChange[];
}

/** Returns the differences in meaning, in the order of the file. Formatting and the order of properties have none. */
export function propertyChanges(before: JsonNode | undefined, after: JsonNode | undefined): readonly PropertyChange[] {
  if (before?.type !== 'object' || after?.type !== 'object')
    return isSameValue(before, after) || before === after ? [] : [{ path: [], kind: 'changed' }];
  return memberChanges(before, after).flatMap(([name, old, now]): readonly PropertyChange[] => {
    const [was, is] = [old?.value, now?.value];
    const inner = [was, is].every((value) => value === undefined || value.type === 'object')
      ? memberChanges(was, is).map(([key, one, other]) => ({ path: [name, key], kind: kindOf(one, other) }))
      : [];
    return inner.length > 0 ? inner : [{ path: [name], kind: kindOf(old, now) }];
  });
}

type MemberPair = readonly [name: string, before: Member | undefined, after: Member | undefined];

function memberChanges(before: JsonNode | undefined, after: JsonNode | undefined): readonly MemberPair[] {
  const [old, now] = [liveMembers(before), liveMembers(after)];
  return [...new Set([...now.keys(), ...old.keys()])].flatMap((name): readonly MemberPair[] => {
    const [was, is] = [old.get(name), now.get(name)];
    return isSameValue(was?.value, is?.value) ? [] : [[name, was, is]];
  });
}

const kindOf = (before: Member | undefined, after: Member | undefined): PropertyChange['kind'] =>
  before === undefined ? 'added' : after === undefined ? 'removed' : 'changed';

/** Returns `env NODE_OPTIONS changed`. Names are untrusted, and can be secrets that were put in the wrong place. */
export const propertyText = ({ path, kind }: PropertyChange): string =>
  `${path.length === 0 ? 'entry' : path.map((name) => visible(maskTokens(name))).join(' ')} ${kind}`;
