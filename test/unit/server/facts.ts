/** The content of a config file as facts that can be compared before and after a change. */
import { endOf, type JsonNode, type Member, type ObjectNode } from '../../../server/config/text/json.ts';
import { parseText } from '../../../server/config/text/parse.ts';
import { hasEndpoint } from '../../../server/convert/finding/detect-format.ts';

/** A scalar value, with its path and position. */
export interface Leaf {
  readonly value: string;
  readonly path: readonly string[];
  readonly offset: number;
  readonly end: number;
}

export interface Facts {
  readonly leaves: readonly Leaf[];
  /** Names of servers that a parser would keep, in any object at the top level. */
  readonly servers: readonly { readonly name: string; readonly path: readonly string[] }[];
  /** Names of environment variables and headers. */
  readonly entries: readonly { readonly name: string; readonly path: readonly string[] }[];
  /** Number of duplicate keys in the same object. */
  readonly repeated: number;
  readonly comments: readonly string[];
}

const maps = /^(?:env|environment|enviroment|headers|http_headers|env_http_headers)$/i;

export function factsOf(text: string): Facts {
  const leaves: Leaf[] = [];
  const entries: { name: string; path: readonly string[] }[] = [];
  let repeated = 0;
  const { root, faults } = parseText(text);
  const comments = faults
    .filter(({ kind }) => kind === 'comment')
    .map((fault) => text.slice(fault.offset, endOf(fault)));
  const waiting: (readonly [JsonNode | undefined, readonly string[]])[] = [[root, []]];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const [node, path] = next;
    if (node?.type === 'array') for (const item of node.items) waiting.push([item, path]);
    else if (node?.type === 'object') {
      for (const { key, value, live } of node.members) {
        if (!live) repeated++;
        const inner = [...path, key.value];
        if (isMap(path)) entries.push({ name: key.value, path: inner });
        waiting.push([value, inner]);
      }
    } else if ((node?.type === 'string' && node.value !== '') || node?.type === 'number' || node?.type === 'boolean')
      leaves.push({ value: String(node.value), path, offset: node.offset, end: endOf(node) });
  }
  return { leaves, servers: serversIn(root), entries, repeated, comments };
}

/** True for maps of variables or headers, but not for a server called `environment`. */
const isMap = (path: readonly string[]): boolean =>
  maps.test(path.at(-1) ?? '') && path.length >= (roots.test(path[0] ?? '') ? 3 : 2);

const roots = /^(?:mcp[_-]?servers?|servers|context_servers|mcp)$/i;

function serversIn(root: JsonNode | undefined): Facts['servers'] {
  if (root?.type !== 'object') return [];
  return live(root).flatMap(({ key, value }): Facts['servers'] => {
    const inside = (name: string) => ({ name, path: [key.value, name] });
    if (!roots.test(key.value)) return hasEndpoint(value) ? [{ name: key.value, path: [key.value] }] : [];
    // VS Code's settings: {"mcp": {"servers": {…}}}
    if (value?.type === 'object' && live(value).every((one) => roots.test(one.key.value) && !hasEndpoint(one.value)))
      return serversIn(value);
    if (value?.type === 'object')
      return live(value).flatMap((member) => (member.value?.type === 'object' ? [inside(member.key.value)] : []));
    return value?.type === 'array' ? value.items.flatMap((item) => nameOf(item) ?? []).map(inside) : [];
  });
}

const live = ({ members }: ObjectNode): readonly Member[] => members.filter((member) => member.live);

function nameOf(item: JsonNode): string | undefined {
  const name = item.type === 'object' ? item.members.find(({ key }) => key.value === 'name')?.value : undefined;
  return name?.type === 'string' ? name.value : undefined;
}
