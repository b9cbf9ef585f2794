/** Handlers of Make Portable: the readers that can be chosen, and the text for those that were. The client edits the file. */
import { type AgentId, agentIds } from '../../common/messages/agents.ts';
import type { ServerRequests } from '../../common/messages/protocol.ts';
import { defaultReaders, makePortable } from '../editing/portable/make-portable.ts';
import type { FeatureContext } from '../workspace/feature-context.ts';

/** Returns the readers that the repository names, or else the agents found here that read the file, or else all that do. */
export async function portableReaders(
  { workspace }: FeatureContext,
  { uri }: ServerRequests['switchyard/portableReaders'][0],
): Promise<ServerRequests['switchyard/portableReaders'][1]> {
  await workspace.agents.load();
  const { repositories, roots } = workspace.places;
  const readers = defaultReaders(workspace.agents.all);
  const found = new Set<AgentId>(
    Array.from(workspace.agents.found(workspace.places.ofFile(uri)).keys(), ({ id }) => id),
  );
  const used = readers.filter((id) => found.has(id));
  const chosen = repositories.for(uri, roots).readers ?? (used.length > 0 ? used : readers);
  const others = workspace.agents.all.filter(({ facts }) => facts.readsShared !== false).map(({ id }) => id);
  const isShown = (id: AgentId): boolean => others.some((other) => other === id) || chosen.includes(id);
  return { readers: [...new Set<AgentId>([...agentIds.filter(isShown), 'visual-studio'])], chosen };
}

export async function portableText(
  { workspace }: FeatureContext,
  { text, readers, withoutComments }: ServerRequests['switchyard/makePortable'][0],
): Promise<ServerRequests['switchyard/makePortable'][1]> {
  await workspace.agents.load();
  return makePortable(text, readers, workspace.agents.all, withoutComments) ?? null;
}
