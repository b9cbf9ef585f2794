/** Servers in a file that an agent reads, but under a property in which it doesn't look for them. */

import { isServersRoot, serversRoots } from '../../config/files/placed-servers.ts';
import { holdsServers } from '../../config/servers/recognize-servers.ts';
import type { SourceFile } from '../../config/servers/source-file.ts';
import { type JsonNode, liveMembers, type Member, memberValue } from '../../config/text/json.ts';
import { type Agent, isTableAgent } from '../agent.ts';
import type { TableSource } from './agent-files.ts';

export interface MisplacedServers {
  /** The properties that lead to them, joined by dots; undefined for the top level. */
  readonly under: string | undefined;
  /** Where the agent looks, in the same form. */
  readonly root: string;
  readonly members: readonly Member[];
  /** True if they can't be anything but servers. */
  readonly isCertain: boolean;
}

/** @param root the content of the file */
export function misplacedServers(
  agent: Agent,
  { source, definitions }: SourceFile,
  root: JsonNode | undefined,
): readonly MisplacedServers[] {
  // Oh My Pi reads the files of other tools as these do.
  if (root === undefined || (!isTableAgent(agent) && source.layout !== 'own')) return [];
  const { read, shown } = isTableAgent(agent)
    ? rootsOf((source as TableSource).file)
    : rootsOf({ root: ['mcpServers'] });
  const defined = new Set(definitions.map(({ name }) => name));
  return serversRoots.flatMap(({ path }): MisplacedServers | readonly MisplacedServers[] => {
    const under = path.join('.');
    if (read.has(under)) return [];
    const map = path.reduce<JsonNode | undefined>(memberValue, root);
    const members = [...liveMembers(map).values()].filter(
      ({ key, value }) => value?.type === 'object' && !defined.has(key.value) && !isServersRoot(path, key.value),
    );
    if (members.length === 0) return [];
    return { under: path.length === 0 ? undefined : under, root: shown, members, isCertain: holdsServers(map) };
  });
}

/** Returns the roots that a file may have. */
function rootsOf({ root, nested, flat }: Pick<TableSource['file'], 'root' | 'nested' | 'flat'>) {
  const shown = root.join('.');
  const inner = nested === undefined ? [] : [`${shown}.${nested.property}`];
  return { shown, read: new Set([shown, ...inner, ...(flat === true ? [''] : [])]) };
}
