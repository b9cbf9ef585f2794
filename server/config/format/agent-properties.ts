/** What agents make of properties of servers in `.mcp.json` that the format doesn't have. */

import { agentTypes, readerProperties } from '../../../common/generated/readers.ts';
import { lookUp } from '../../../common/guards.ts';
import type { AgentId } from '../../../common/messages/agents.ts';
import { fieldSet } from './format.ts';
import type { Group } from './group.ts';

/** Returns which of some agents accept a type that the format doesn't have. */
export const readersOfType = (type: string, agents: readonly AgentId[]): readonly AgentId[] =>
  (lookUp(agentTypes, type) ?? []).filter((agent) => agents.includes(agent));

/** Returns which of some agents read an unknown key of a server, or of its `auth` or `oauth`, which remote servers have. */
export function readersOfProperty({ place, set }: Group, key: string, agents: readonly AgentId[]): readonly AgentId[] {
  const path = place === 'server' ? key : `${place}.${key}`;
  const transport = place === 'server' && set === fieldSet('stdio') ? 'stdio' : 'remote';
  return agents.filter((agent) => {
    const paths = readerProperties[agent];
    return paths?.any?.includes(path) === true || paths?.[transport]?.includes(path) === true;
  });
}

const restrictions =
  /^(?:(?:allow|allowed|enabled|include|included|disabled|disallowed|denied|exclude|excluded|blocked)_?tools|tool_?(?:filter|allow_?list|deny_?list|block_?list|white_?list|black_?list))$/i;

/** True for a property of a server that is meant to hide tools from the agent. */
export const isRestriction = (key: string): boolean => restrictions.test(key);

/** True for a key that is meant to hide tools from the agent. */
export const restrictsTools = ({ place }: Group, key: string): boolean => place === 'server' && isRestriction(key);
