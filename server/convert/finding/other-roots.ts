/** Top-level keys of a file other than the object that contains the servers. */
import * as l10n from '@vscode/l10n';
import { listNames } from '../../config/format/format.ts';
import { holdsServers, meansServers } from '../../config/servers/recognize-servers.ts';
import { isSameServer } from '../../config/servers/same-server.ts';
import { type JsonNode, liveMembers, type Span } from '../../config/text/json.ts';
import { formatOf } from '../../tools/find-tool.ts';
import type { Remarks } from '../remarks.ts';
import { hasEndpoint, type Root } from './detect-format.ts';

/** True if a file contains only servers. In other files, a tool stores all its settings. */
export const holdsServersOnly = ({ dialect, inSettings }: Root, ownFile: boolean): boolean =>
  ownFile || (formatOf(dialect).serversOnly === true && inSettings !== true);

/**
 * Returns the objects with servers other than the first one. A file that was merged by hand can have `servers` next to
 * `mcpServers`, or a server next to both.
 */
export function otherRoots(tree: JsonNode, first: Root, ownFile: boolean): readonly Root[] {
  const { key: root, dialect } = first;
  if (tree.type !== 'object' || root === undefined || !holdsServersOnly(first, ownFile)) return [];
  const members = [...liveMembers(tree)].filter(([key]) => key !== root);
  const maps = members.flatMap(([key, { value }]): readonly Root[] =>
    value !== undefined && !hasEndpoint(value) && holdsServers(value)
      ? [{ node: withoutEqual(value, first.node), key, dialect }]
      : [],
  );
  const single = members.flatMap(([key, member]) => (hasEndpoint(member.value) && !meansServers(key) ? [member] : []));
  if (single.length === 0) return maps;
  return [...maps, { node: { ...tree, members: single }, key: undefined, dialect }];
}

/** Returns a map of servers without those that another map has as well, such as a second root for Visual Studio. */
function withoutEqual(map: JsonNode, other: JsonNode): JsonNode {
  const known = liveMembers(other);
  if (map.type !== 'object') return map;
  return { ...map, members: map.members.filter(({ key, value }) => !isSameServer(known.get(key.value)?.value, value)) };
}

export function otherKeys(tree: JsonNode, roots: readonly Root[], ownFile: boolean, remarks: Remarks): void {
  const [first, ...others] = roots;
  if (first === undefined) return;
  const { key: root, dialect } = first;
  const beside = (key: string, at: Span, kind: 'changed' | 'skipped', reason: string): void =>
    remarks.add(kind, { server: null, field: key, at }, reason);
  if (!holdsServersOnly(first, ownFile)) {
    // Other settings aren't reported, but servers there are probably meant to be used.
    for (const [key, { key: at, value }] of liveMembers(tree))
      if (key !== root && root !== undefined && meansServers(key) && holdsServers(value))
        beside(key, at, 'skipped', l10n.t("These servers are beside {0} and aren't converted.", JSON.stringify(root)));
    return;
  }
  const besideRoot = l10n.t('These servers are beside {0}. Not all tools read them there.', JSON.stringify(root));
  for (const { key, node } of others) {
    const named = key === undefined ? [...liveMembers(node)] : [[key, liveMembers(tree).get(key)] as const];
    for (const [name, member] of named) if (member !== undefined) beside(name, member.key, 'changed', besideRoot);
  }
  const single = others.some(({ key }) => key === undefined);
  for (const [key, { key: at, value }] of liveMembers(tree)) {
    const known =
      roots.some((each) => each.key === key) ||
      ['$schema', 'inputs'].includes(key) ||
      ((root === undefined || single) && hasEndpoint(value));
    if (known || ((dialect === 'oh-my-pi' || ownFile) && listNames.some((list) => list === key))) continue;
    remarks.add(
      'lost',
      { server: null, field: key, at },
      l10n.t('The target format has no such setting at the top level.'),
    );
  }
}
