import type { Agent } from '../agents/agent.ts';
import { withAgentVariables } from '../agents/agent-environment.ts';
import { UnreadFiles } from '../agents/files/unread-files.ts';
import type { Place } from '../config/servers/sources.ts';
import type { JsonNode } from '../config/text/json.ts';
import type { ChainContext } from '../doctor/context.ts';
import type { Names } from '../rules/context.ts';
import type { Workspace } from './workspace.ts';

/**
 * Returns what the chains of an agent's servers are made of.
 * @param environment names of the variables that are set; undefined if they aren't known
 */
export function chainContext(
  workspace: Workspace,
  place: Place,
  agent: Agent,
  environment: Names | undefined,
): ChainContext {
  const { documents } = workspace;
  const rootOf = (uri: string): JsonNode | undefined => documents.treeAt(uri);
  const state = workspace.placeState(place, agent);
  return {
    ...{ place, agent, state },
    rootOf,
    unread: new UnreadFiles(agent, place, state, rootOf),
    // What the agent makes of something else in place of a file is a part of its state.
    unreadable: state.sources.filter(
      ({ uri, key }) =>
        documents.unreadable(uri) !== undefined && !state.files.some(({ source }) => source.key === key),
    ),
    machine: workspace.trusted ? workspace.lookups : undefined,
    environment:
      environment &&
      withAgentVariables(agent, place, environment, {
        setting: (uri, path) => documents.valueAt(uri, path),
        textOf: (uri) => documents.textOf(uri),
      }),
  };
}
