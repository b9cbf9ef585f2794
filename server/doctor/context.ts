/** What a chain is made of. */
import type { Agent } from '../agents/agent.ts';
import type { UnreadFiles } from '../agents/files/unread-files.ts';
import type { PlaceState } from '../agents/states.ts';
import type { Lookups } from '../config/platform.ts';
import type { Place, Source } from '../config/servers/sources.ts';
import type { JsonNode } from '../config/text/json.ts';
import type { Names } from '../rules/context.ts';

export interface ChainContext {
  readonly place: Place;
  readonly agent: Agent;
  readonly state: PlaceState;
  /** Returns the content of a file. */
  readonly rootOf: (uri: string) => JsonNode | undefined;
  readonly unread: UnreadFiles;
  /** The files in which the agent looks for servers that exist, but can't be read here. */
  readonly unreadable: readonly Source[];
  /** Absent where nothing may be looked up. */
  readonly machine: Lookups | undefined;
  /** Names of the environment variables that are set; absent if they aren't known. */
  readonly environment: Names | undefined;
}
