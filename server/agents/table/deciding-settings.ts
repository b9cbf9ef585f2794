/** The settings that decide which servers an agent uses, besides the files with the servers. */
import type { AgentTable, FilePlace } from '../../tools/agent-facts.ts';
import { isFolderKind } from '../plugins/installed-plugins.ts';

export interface DecidingSetting {
  readonly in: readonly FilePlace[];
  /** Properties that lead to the setting. Absent: the file is kept by the agent, not written by users. */
  readonly path?: readonly string[];
}

/** What other settings turn on as plugins is listed with the plugins. */
export const decidingSettings = ({
  switches,
  files,
  policySettings = [],
  trust,
  plugins = [],
}: AgentTable): readonly DecidingSetting[] => [
  ...plugins.flatMap((facts): readonly DecidingSetting[] => [
    // A plugin that stays on comes from somewhere else if its catalog changes.
    { in: facts.enabled, path: ['extraKnownMarketplaces'] },
    { in: [...(isFolderKind(facts) ? [] : [facts.store]), ...(facts.catalogs === undefined ? [] : [facts.catalogs])] },
  ]),
  ...switches,
  ...files.flatMap(({ onlyIf, unless = [] }) => [...(onlyIf === undefined ? [] : [onlyIf]), ...unless]),
  ...(trust === undefined ? [] : [{ in: trust.in }]),
  ...(trust?.offBy === undefined ? [] : [trust.offBy]),
  ...['allowedMcpServers', 'deniedMcpServers'].map((name) => ({ in: policySettings, path: [name] })),
];
