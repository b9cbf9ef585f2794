/** What becomes of a server, as we say and as the agent's own list says. */
import type { ServerState } from '../../common/messages/tool-servers.ts';
import type { EffectiveServer } from '../config/oh-my-pi/effective.ts';
import type { ListedServers, ListedState } from '../tools/listing.ts';

/** What an agent lists, by name; or that it refuses its configuration. */
export type AgentAnswer = ListedServers | 'refused';

/** The agent starts the server, asks first, or neither. */
export type ServerUse = 'used' | 'pending' | 'not used';

const uses: Readonly<Record<ListedState, ServerUse>> = { used: 'used', pending: 'pending', off: 'not used' };

/** @param state undefined if the agent doesn't list the server */
export const listedUse = (state: ListedState | undefined): ServerUse => uses[state ?? 'off'];

/** @param state undefined if the agent reads no file that defines the server @returns undefined if it isn't known */
export function useOf(state: ServerState | undefined): ServerUse | undefined {
  if (state === 'unknown') return undefined;
  if (state === 'inEffect') return 'used';
  return state === 'pending' ? 'pending' : 'not used';
}

/** Returns the definition that comes closest to being used. @param definitions of one name, highest precedence first */
export const closestToUse = (definitions: readonly EffectiveServer[]): EffectiveServer | undefined =>
  definitions.find(({ state }) => state === 'inEffect') ??
  definitions.find(({ state }) => state === 'pending') ??
  definitions[0];
