/** How certain the state of a server is. */
import type { EffectiveServer } from '../config/oh-my-pi/effective.ts';
import { isProbable } from '../tools/agent-facts.ts';
import { type Agent, isTableAgent } from './agent.ts';
import type { TableSource } from './files/agent-files.ts';

/** True if the facts that the state follows from aren't certain. @param server undefined if the agent reads no definition */
export function isStateProbable(agent: Agent, server: EffectiveServer | undefined): boolean {
  if (!isTableAgent(agent)) return false;
  if (server?.reason.kind === 'pending' && server.reason.answeredIn !== undefined) return true;
  const file = server && (server.source as TableSource).file;
  const ofGate = server?.reason.kind === 'pending' ? file?.gateEvidence : undefined;
  return isProbable(ofGate ?? file?.evidence ?? agent.table.evidence);
}
