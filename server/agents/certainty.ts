/** How certain the state of a server is. */
import { ohMyPiFolderVariables } from '../../common/messages/config-place.ts';
import { remembered } from '../../common/remembered.ts';
import type { EffectiveServer } from '../config/oh-my-pi/effective.ts';
import type { Place } from '../config/servers/sources.ts';
import { isProbable } from '../tools/agent-facts.ts';
import { factsIn } from '../tools/facts-in.ts';
import { type Agent, isTableAgent } from './agent.ts';
import type { TableSource } from './files/agent-files.ts';

/** True if the facts that the state follows from aren't certain. @param server undefined if the agent reads no definition */
export function isStateProbable(agent: Agent, server: EffectiveServer | undefined): boolean {
  if (!isTableAgent(agent) || server?.state === 'unknown') return false;
  if (server?.reason.kind === 'pending' && server.reason.answeredIn !== undefined) return true;
  const file = server && (server.source as TableSource).file;
  const ofGate = server?.reason.kind === 'pending' ? file?.gateEvidence : undefined;
  return isProbable(ofGate ?? file?.evidence ?? agent.table.evidence);
}

/** True if the code of the agent was read, so that it has no gate that is missing in the facts. */
export const isGateKnown = (agent: Agent, { source }: EffectiveServer): boolean =>
  !isTableAgent(agent) || ((source as TableSource).file.evidence ?? agent.table.evidence) === 'code';

/**
 * Returns the variable because of which it isn't known what an agent reads: terminals, in which it's started, set it to
 * another value than the editor has. Undefined for an app, and if nothing moves its files there.
 */
export function movedInTerminals(agent: Agent, { otherInTerminals }: Place): string | undefined {
  if (otherInTerminals.size === 0 || agent.facts.isApp === true) return undefined;
  return variablesOf(agent).find((name) => otherInTerminals.has(name));
}

const known = new WeakMap<Agent, readonly string[]>();

/** Returns the variables that decide which files an agent reads, and whether it trusts their folder. */
function variablesOf(agent: Agent): readonly string[] {
  if (!isTableAgent(agent)) return ohMyPiFolderVariables;
  return remembered(known, agent, () =>
    Array.from(factsIn(agent.table)).flatMap(
      ({ variable, fileVariable, ownedVariables, unlessVariable, in: where, path }) =>
        [variable, fileVariable, ownedVariables, unlessVariable, where === 'environment' ? path : undefined]
          .flat()
          .filter((name) => typeof name === 'string'),
    ),
  );
}
