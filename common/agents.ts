/** The coding agents whose use of tool servers is known. */
import { type AgentId, agentNames } from './generated/tools.ts';

export type { AgentId };

export const agentIds = Object.keys(agentNames) as readonly AgentId[];

/** Returns the display name of an agent. */
export const agentName = (id: AgentId): string => agentNames[id];

export const isAgentId = (value: unknown): value is AgentId => agentIds.some((id) => id === value);

/** What a repository or user can name as readers. Visual Studio reads `servers` of the same file; nothing else is known. */
export type ReaderId = AgentId | 'visual-studio';

export const readerIds: readonly ReaderId[] = [...agentIds, 'visual-studio'];

export const isReaderId = (value: unknown): value is ReaderId => readerIds.some((id) => id === value);
