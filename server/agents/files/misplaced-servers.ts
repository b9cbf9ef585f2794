/** Servers in a file that an agent reads, but under a property in which it doesn't look for them. */

import { misplacedMaps } from '../../config/files/placed-servers.ts';
import type { SourceFile } from '../../config/servers/source-file.ts';
import type { JsonNode, Member } from '../../config/text/json.ts';
import { readRoots } from '../../tools/agent-facts.ts';
import { type Agent, isTableAgent, type TableAgent } from '../agent.ts';
import type { TableSource } from './agent-files.ts';

export interface MisplacedServers {
  /** The properties that lead to them. Empty for the top level. */
  readonly path: readonly string[];
  /** Where the agent looks, joined by dots. */
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
  const read = isTableAgent(agent) ? rootsRead(agent, source as TableSource) : ['mcpServers'];
  const defined = new Set(definitions.map(({ name }) => name));
  return misplacedMaps(root, new Set(read), defined).map(({ path, members, isCertain }) => ({
    path,
    root: read[0] ?? '',
    members,
    isCertain,
  }));
}

/** A file can be several sources: Claude Code keeps the user's servers and those of each project in one. */
const rootsRead = ({ table }: TableAgent, { file }: TableSource): readonly string[] => [
  ...readRoots(file),
  ...table.files.flatMap((each) => (each.in === file.in && each.path === file.path ? readRoots(each) : [])),
];
