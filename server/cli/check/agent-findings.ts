/** Servers of a checked file that agents don't use, as findings of `check`. */
import type { AgentId } from '../../../common/messages/agents.ts';
import type { Agent } from '../../agents/agent.ts';
import { isStateProbable } from '../../agents/certainty.ts';
import { nextStepFor } from '../../agents/next-step.ts';
import { quote } from '../../config/language.ts';
import type { EffectiveServer, Reason } from '../../config/oh-my-pi/effective.ts';
import { stateInWords } from '../../config/oh-my-pi/state-text.ts';
import type { OpenDocument } from '../../config/servers/open-document.ts';
import type { Place } from '../../config/servers/sources.ts';
import type { Span } from '../../config/text/json.ts';
import { uriKey } from '../../files/uris.ts';
import type { Problem } from '../../rules/rule.ts';
import type { Workspace } from '../../workspace/workspace.ts';
import { checkoutWorkspace } from '../files/workspaces.ts';

const code = 'not-in-effect';

/** The user decides these on each machine, so that no file of a repository can be wrong. */
const decidedByUser: ReadonlySet<Reason['kind']> = new Set(['pending', 'untrusted', 'needs-trust'] as const);

export class AgentFindings {
  readonly #workspace: Workspace;
  readonly #agents: readonly Agent[];

  private constructor(workspace: Workspace, ids: readonly AgentId[]) {
    this.#workspace = workspace;
    this.#agents = workspace.agents.all.filter(({ id }) => ids.includes(id));
  }

  /**
   * @param folder absolute path; files outside of it, and those of the user, aren't read
   * @param agents those for which every server must be in effect; without any, only the tool's own agent is asked, and only
   * whether an entry is valid
   */
  static async open(
    folder: string,
    agents: readonly AgentId[],
    agentVersion: string | undefined,
  ): Promise<AgentFindings> {
    const { workspace } = await checkoutWorkspace(folder, { agentVersion });
    await workspace.agents.load();
    return new AgentFindings(workspace, agents);
  }

  /** Returns one problem for each server and agent. None for a file that no agent reads. */
  in(document: OpenDocument): readonly Problem[] {
    this.#workspace.add(document);
    try {
      const place = this.#workspace.places.ofFile(document.uri);
      if (this.#agents.length === 0) return this.#ofOwner(document, place);
      return this.#definedIn(document.uri, place).flatMap(({ name, key }) =>
        this.#agents.flatMap((agent) => this.#problemFor(agent, name, key, place, document.uri) ?? []),
      );
    } finally {
      this.#workspace.remove(document.uri);
    }
  }

  /** Returns the entries that the tool of a file in its own format doesn't accept. The rules are those of another format. */
  #ofOwner({ uri, config }: OpenDocument, place: Place): readonly Problem[] {
    const key = uriKey(uri);
    if (config.servers.length > 0) return [];
    for (const agent of this.#workspace.agents.all) {
      const { files, effective } = this.#workspace.placeState(place, agent);
      const isOwn = files.some(({ source }) => source.key === key && source.dialect === agent.id);
      if (isOwn)
        return effective.servers
          .filter(({ source, reason }) => source.key === key && reason.kind === 'flawed')
          .flatMap(({ name, definition }) => this.#problemFor(agent, name, definition.key, place, uri) ?? []);
    }
    return [];
  }

  /** Returns the servers of a file, as the first agent that finds some in it sees them. */
  #definedIn(uri: string, place: Place) {
    const key = uriKey(uri);
    for (const agent of this.#workspace.agents.all) {
      const file = this.#workspace.placeState(place, agent).files.find(({ source }) => source.key === key);
      if (file !== undefined && file.definitions.length > 0) return file.definitions;
    }
    return [];
  }

  #problemFor(agent: Agent, name: string, { offset, length }: Span, place: Place, uri: string): Problem | undefined {
    const definitions = this.#workspace.placeState(place, agent).effective.withName(name);
    if (definitions.some(isAccepted)) return undefined;
    const [first] = definitions;
    const isKnown = first?.state !== 'unknown' && !isStateProbable(agent, first);
    const severity = isKnown ? 'error' : 'information';
    if (first === undefined) {
      const message = `${agent.name} doesn't read this file. Define ${quote(name)} in ${ownFile(agent, place)}.`;
      return { code, severity, message, offset, length };
    }
    const { key, label } = first.source;
    const named = key === uriKey(uri) ? quote(name) : `${quote(name)} in ${label}`;
    const use = first.state === 'unknown' ? 'may not use' : "doesn't use";
    const message = `${agent.name} ${use} ${named}. ${stateInWords(first)}. ${nextStepFor(agent, first)?.text ?? ''}`;
    return { code, severity, message: message.trimEnd(), offset, length };
  }
}

const isAccepted = ({ state, reason }: EffectiveServer): boolean =>
  state === 'inEffect' || decidedByUser.has(reason.kind);

const ownFile = (agent: Agent, place: Place): string =>
  agent.sources(place).find(({ level }) => level === 'project')?.label ?? agent.name;
