/** The strings of a server in which the agent expands variables: command, args, env, cwd, url, headers, auth, oauth. */

import type { Group } from './group.ts';
import type { JsonNode, StringNode } from './json.ts';

export type TextField = 'command' | 'args' | 'env' | 'cwd' | 'url' | 'headers' | 'auth' | 'oauth';

export interface ExpandableString {
  readonly field: TextField;
  readonly node: StringNode;
  /** Its key in `env`, `headers`, `auth`, or `oauth`. */
  readonly name: string | undefined;
  /** The node of that key. */
  readonly key?: StringNode;
  /** Its index in `args`. */
  readonly index: number | undefined;
}

const textFields: ReadonlySet<string> = new Set<TextField>([
  'command',
  'args',
  'env',
  'cwd',
  'url',
  'headers',
  'auth',
  'oauth',
]);
const isTextField = (name: string): name is TextField => textFields.has(name);

/** No name, path, URL, or secret is longer. Longer strings are ignored. */
const longest = 4000;

/** Returns the strings in file order, without those of unknown keys and of fields of other transports. */
export function expandableStrings(server: Group): readonly ExpandableString[] {
  const texts: ExpandableString[] = [];
  for (const { info, value } of server.fields.values())
    if (value !== undefined && isTextField(info.name)) collect(info.name, value, texts);
  return texts;
}

function collect(field: TextField, value: JsonNode, texts: ExpandableString[]): void {
  if (value.type === 'string') {
    if (value.length <= longest) texts.push({ field, node: value, name: undefined, index: undefined });
  } else if (value.type === 'array') {
    for (let index = 0; index < value.items.length; index++) {
      const node = value.items[index];
      if (node?.type === 'string' && node.length <= longest) texts.push({ field, node, name: undefined, index });
    }
  } else if (value.type === 'object') {
    for (const { key, value: node, live } of value.members)
      if (live && node?.type === 'string' && node.length <= longest)
        texts.push({ field, node, name: key.value, key, index: undefined });
  }
}
