/** What a chain is made of. */
import type { Agent } from '../agents/agent.ts';
import type { PlaceState } from '../agents/states.ts';
import type { UnreadFiles } from '../agents/unread-files.ts';
import type { JsonNode } from '../config/json.ts';
import type { Lookups } from '../config/platform.ts';
import type { Place } from '../config/sources.ts';
import type { Names } from '../rules/context.ts';

export interface ChainContext {
  readonly place: Place;
  readonly agent: Agent;
  readonly state: PlaceState;
  /** Returns the content of a file. */
  readonly rootOf: (uri: string) => JsonNode | undefined;
  readonly unread: UnreadFiles;
  /** Absent where nothing may be looked up. */
  readonly machine: Lookups | undefined;
  /** Names of the environment variables that are set; absent if they aren't known. */
  readonly environment: Names | undefined;
}
