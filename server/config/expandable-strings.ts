/** The strings of a server in which the agent expands variables: command, args, env, cwd, url, headers, auth, oauth. */

import type { Group } from './group.ts';
import type { JsonNode, StringNode } from './json.ts';

const textFields = ['command', 'args', 'env', 'cwd', 'url', 'headers', 'auth', 'oauth'] as const;

export type TextField = (typeof textFields)[number];

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

/** No name, path, URL, or secret is longer. Longer strings are ignored. */
const longest = 4000;

/** Returns the strings in file order, without those of unknown keys and of fields of other transports. */
export function expandableStrings(server: Group): readonly ExpandableString[] {
  return [...server.fields.values()].flatMap(({ info, value }) => {
    const field = textFields.find((name) => name === info.name);
    if (field === undefined || value === undefined) return [];
    return stringsIn(field, value).filter(({ node }) => node.length <= longest);
  });
}

function stringsIn(field: TextField, value: JsonNode): readonly ExpandableString[] {
  switch (value.type) {
    case 'string':
      return [{ field, node: value, name: undefined, index: undefined }];
    case 'array':
      return value.items.flatMap((node, index) =>
        node.type === 'string' ? [{ field, node, name: undefined, index }] : [],
      );
    case 'object':
      return value.members.flatMap(({ key, value: node, live }) =>
        live && node?.type === 'string' ? [{ field, node, name: key.value, key, index: undefined }] : [],
      );
    default:
      return [];
  }
}
