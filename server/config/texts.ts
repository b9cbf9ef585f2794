/** The strings of a server in which the agent expands variables: command, args, env, cwd, url, headers, auth, oauth. */
import type { JsonNode, StringNode } from './json.ts';
import type { ServerReading } from './server.ts';

export type TextField = 'command' | 'args' | 'env' | 'cwd' | 'url' | 'headers' | 'auth' | 'oauth';

export interface ServerText {
  readonly field: TextField;
  readonly node: StringNode;
  /** The key beside it, in `env`, `headers`, `auth` and `oauth`. */
  readonly name?: string;
  /** Its place in `args`. */
  readonly index?: number;
}

const fields: readonly TextField[] = ['command', 'args', 'env', 'cwd', 'url', 'headers', 'auth', 'oauth'];

const known = new WeakMap<ServerReading, readonly ServerText[]>();

/** No name, path, address or secret is longer; what is longer is not looked at. */
const longest = 4000;

/** In the order of the format. Fields of another transport and keys that do not belong have none. */
export function serverTexts(reading: ServerReading): readonly ServerText[] {
  let texts = known.get(reading);
  if (texts === undefined) {
    texts = fields
      .flatMap((field) => textsOf(field, reading.group.fields.get(field)?.value))
      .filter(({ node }) => node.length <= longest);
    known.set(reading, texts);
  }
  return texts;
}

function textsOf(field: TextField, value: JsonNode | undefined): readonly ServerText[] {
  if (value?.type === 'string') return [{ field, node: value }];
  if (value?.type === 'array')
    return value.items.flatMap((node, index) => (node.type === 'string' ? [{ field, node, index }] : []));
  if (value?.type !== 'object') return [];
  return value.members.flatMap(({ key, value: node, live }) =>
    live && node?.type === 'string' ? [{ field, node, name: key.value }] : [],
  );
}
