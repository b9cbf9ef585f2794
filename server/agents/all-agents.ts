/** The agents whose use of tool servers is known, in the order in which they are offered. Loaded on first use. */

import { isAgentId } from '../../common/messages/agents.ts';
import { allTools } from '../tools/all-tools.ts';
import { unknownVariables } from '../tools/variable-facts.ts';
import type { Agent, TableAgent } from './agent.ts';
import { readersOf } from './differences.ts';
import { ohMyPiAgent } from './oh-my-pi.ts';
import { describedAgents } from './own-agents.ts';
import { tableAgent } from './table/table-agent.ts';

export const tableAgents: readonly TableAgent[] = allTools.flatMap(({ id, agent, variables = unknownVariables }) =>
  agent !== undefined && isAgentId(id) ? [tableAgent({ id, variables, ...agent })] : [],
);

export const agents: readonly Agent[] = [ohMyPiAgent, ...tableAgents];

export { describedAgents, readersOf };
