/** The strings of a server in which Oh My Pi expands variables: command, args, env, cwd, url, headers, auth, oauth. */

import type { JsonNode, StringNode } from '../text/json.ts';
import type { Group } from './group.ts';

const textFields = ['command', 'args', 'env', 'cwd', 'url', 'headers', 'auth', 'oauth'] as const;

export type TextField = (typeof textFields)[number];

const names: ReadonlySet<string> = new Set(textFields);

/** True for the name of a field that contains such strings. */
export function isTextField(name: string): name is TextField {
  return names.has(name);
}

export interface ExpandableString {
  readonly field: TextField;
  readonly node: StringNode;
  /** Its key in `env`, `headers`, `auth`, or `oauth`. */
  readonly name: string | undefined;
  /** The node of that key. */
  readonly key: StringNode | undefined;
  /** Its index in `args`. */
  readonly index: number | undefined;
}

/** No name, path, URL, or secret is longer. Longer strings are ignored. */
const longest = 4000;

/** Returns the strings in file order, without those of unknown keys and of fields of other transports. */
export function expandableStrings(server: Group): readonly ExpandableString[] {
  const found: ExpandableString[] = [];
  for (const [name, { value }] of server.fields)
    if (value !== undefined && isTextField(name)) found.push(...stringsIn(name, value));
  return found;
}

/** Returns the strings of one field. */
export function stringsIn(field: TextField, value: JsonNode): readonly ExpandableString[] {
  const found: ExpandableString[] = [];
  switch (value.type) {
    case 'string':
      if (value.length <= longest)
        found.push({ field, node: value, name: undefined, key: undefined, index: undefined });
      break;
    case 'array':
      for (const [index, node] of value.items.entries())
        if (node.type === 'string' && node.length <= longest)
          found.push({ field, node, name: undefined, key: undefined, index });
      break;
    case 'object':
      for (const { key, value: node, live } of value.members)
        if (live && node?.type === 'string' && node.length <= longest)
          found.push({ field, node, name: key.value, key, index: undefined });
      break;
  }
  return found;
}
