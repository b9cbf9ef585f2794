/** What an agent is to the rest of the server: the files that it reads, and what it makes of the servers in them. */

import type { AgentId } from '../../common/messages/agents.ts';
import type { Decisions } from '../config/oh-my-pi/effective.ts';
import type { OpenDocument } from '../config/servers/open-document.ts';
import type { SourceFile } from '../config/servers/source-file.ts';
import type { Place, Source } from '../config/servers/sources.ts';
import type { JsonNode } from '../config/text/json.ts';
import type { Policy } from '../policy/policy.ts';
import type { AgentFacts, AgentTable } from '../tools/agent-facts.ts';

export interface SettingsFile {
  readonly uri: string;
  /** Display path. */
  readonly label: string;
}

export interface Agent {
  readonly id: AgentId;
  /** Display name: "Claude Code". */
  readonly name: string;
  readonly facts: AgentFacts;
  /** Returns the files that it looks for at a place, highest precedence first. Each is listed once. */
  sources(place: Place): readonly Source[];
  /** Returns other files that decide which servers it uses. Each is listed once. */
  settings(place: Place): readonly SettingsFile[];
  /** Reads the servers in a file. */
  read(source: Source, document: OpenDocument, place: Place): SourceFile;
  /**
   * Prepares decisions on the servers of a place.
   * @param files those of `sources` that exist @param setting reads the settings files @param policy that of the organization
   */
  decide(files: readonly SourceFile[], place: Place, setting: ReadSetting, policy: Policy): Decisions;
}

/** An agent that is made of a table of facts. */
export interface TableAgent extends Agent {
  readonly table: AgentTable;
}

export const isTableAgent = (agent: Agent): agent is TableAgent => 'table' in agent;

/** Returns a value in a settings file, by the names of the properties that lead to it; undefined if it doesn't exist. */
export type ReadSetting = (uri: string, path: readonly string[]) => JsonNode | undefined;
