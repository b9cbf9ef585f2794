/** The coding agents whose use of tool servers is known. */
import { type AgentId, agentIds, formatNames, otherAgentNames } from '../generated/tools.ts';
import { lookUp } from '../guards.ts';

export { type AgentId, agentIds };

/** Returns the display name of an agent. That of one which a user describes is its ID. */
export const agentName = (id: AgentId): string => lookUp(otherAgentNames, id) ?? lookUp(formatNames, id) ?? id;

export const isAgentId = (value: unknown): value is AgentId => agentIds.some((id) => id === value);

/** The file that describes agents that aren't known. */
export const ownAgentsName = '.mcp-agents.json';
