import type { ServerRef } from '../../common/messages/tool-servers.ts';
import type { EffectiveServer } from '../config/oh-my-pi/effective.ts';
import type { ChainContext } from '../doctor/context.ts';

/** Returns the reference to a definition as an agent finds it. */
export function refOf({ source, name }: EffectiveServer, { agent, place }: ChainContext): ServerRef {
  const { uri, section } = source;
  return { folder: place.project ?? null, uri, name, agent: agent.id, ...(section && { section }) };
}
