/** What an agent is to the rest of the server: the files that it reads, and what it makes of the servers in them. */

import type { AgentId } from '../../common/agents.ts';
import type { Connection } from '../config/connection.ts';
import type { Reason, RefusalCause } from '../config/effective.ts';
import type { JsonNode } from '../config/json.ts';
import type { DefinedServer, SourceFile } from '../config/source-file.ts';
import type { Place, Source } from '../config/sources.ts';
import type { OpenDocument } from '../documents.ts';
import type { Policy } from '../policy/policy.ts';
import type { AgentFacts, AgentTable } from '../tools/agent-facts.ts';

export interface Agent {
  readonly id: AgentId;
  /** Display name: "Claude Code". */
  readonly name: string;
  readonly facts: AgentFacts;
  /** Returns the files that it looks for at a place, highest precedence first. Each is listed once. */
  sources(place: Place): readonly Source[];
  /** Returns the URIs of other files that decide which servers it uses. */
  settings(place: Place): readonly string[];
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

/** What an agent decides about its servers, in the order of the questions. A reason ends them, and the server isn't used. */
export interface Decisions {
  /** The files whose definitions of a name are merged, key by key; the others are used as a whole. */
  isLayer?(file: SourceFile): boolean;
  /** Returns the connection of a merged definition. */
  merged?(name: string, node: JsonNode | undefined): Connection;
  /** What makes it load no server at all. @param definitions those in effect if nothing does */
  refusal?(definitions: readonly DefinedServer[]): RefusalCause | undefined;
  /** What two names must have in common to be the same. Default: the name. */
  nameKey?(name: string): string;
  /** Why a definition doesn't even hold its name, so that others of that name can be used. */
  excludes(definition: DefinedServer, file: SourceFile): Reason | undefined;
  /** Why its name is off, whichever definition has precedence. */
  denies?(definition: DefinedServer): Reason | undefined;
  /** Why it isn't used although it has precedence. */
  rejects?(definition: DefinedServer): Reason | undefined;
  /** Equal for definitions of which only the first is used; undefined if it can't be compared. */
  connectionKey?(definition: DefinedServer): string | undefined;
  /** Why something else is used instead of it. */
  replaces?(definition: DefinedServer): Reason | undefined;
  accepts(definition: DefinedServer): Reason;
}
