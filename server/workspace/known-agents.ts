/** The agents that are known in a workspace, and which of them are in use at a place. */
import { sharedFileOwner } from '../../common/generated/tools.ts';
import { lazy } from '../../common/lazy.ts';
import type { AgentId } from '../../common/messages/agents.ts';
import { remembered } from '../../common/remembered.ts';
import type { Agent } from '../agents/agent.ts';
import { type FoundIn, findAgent } from '../agents/found-agents.ts';
import { ohMyPiAgent } from '../agents/oh-my-pi.ts';
import type { DescribedAgents, ReadDescriptions } from '../agents/own-agents.ts';
import type { Readers } from '../agents/readers.ts';
import type { Lookups } from '../config/platform.ts';
import type { Place } from '../config/servers/sources.ts';
import { childUri, innermostFolder } from '../files/uris.ts';
import type { DocumentStore } from './document-store.ts';
import type { Places } from './places.ts';

/** An agent in use at a place. */
interface AgentInUse {
  readonly agent: Agent;
  /** True if the user or the repository names it. */
  readonly isNamed: boolean;
  readonly found: FoundIn;
}

const foundRanks: readonly FoundIn[] = ['project', 'machine', undefined];

/** What is looked at in a workspace. */
interface LookedAt {
  readonly places: Places;
  readonly documents: DocumentStore;
  readonly lookups: Lookups;
}

export class KnownAgents {
  readonly #workspace: LookedAt;
  /** The editor that runs this server, if it's an agent. */
  editor: AgentId | undefined;
  /** The agents that matter by the user's settings. */
  readersSetting: readonly AgentId[] = [];
  #chosen: AgentId | undefined;
  #facts: typeof import('../agents/all-agents.ts') | undefined;
  readonly #load = lazy(async () => {
    this.#facts = await import('../agents/all-agents.ts');
    this.#found = new WeakMap();
  });
  readonly #readers = new Map<string, Readers | undefined>();
  /** What was read in the files that describe agents. */
  readonly #described: ReadDescriptions = new Map();
  /** The described agents, by the place without a project, which is another one after a change. */
  readonly #describedAt = new WeakMap<Place, DescribedAgents>();
  #found = new WeakMap<Place, ReadonlyMap<Agent, FoundIn>>();

  constructor(workspace: LookedAt) {
    this.#workspace = workspace;
  }

  /** Loads the facts about other agents; undefined if they're loaded. */
  load(): Promise<void> | undefined {
    return this.#facts === undefined ? this.#load() : undefined;
  }

  /** All agents, if they're loaded. */
  get all(): readonly Agent[] {
    return this.#facts === undefined ? [ohMyPiAgent] : [...this.#facts.agents, ...this.#describedAgents.agents];
  }

  /** What is wrong in the files in which the user and projects describe agents that aren't known. */
  get faults(): DescribedAgents['faults'] {
    return this.#describedAgents.faults;
  }

  get #describedAgents(): DescribedAgents {
    const facts = this.#facts;
    if (facts === undefined) return { agents: [], faults: [] };
    const { places, documents } = this.#workspace;
    const everywhere = places.ofProject(undefined);
    return remembered(this.#describedAt, everywhere, ({ home }) => {
      const folders = [...(home === undefined ? [] : [home]), ...places.roots];
      return facts.describedAgents(folders, home, (uri) => documents.textOf(uri), this.#described);
    });
  }

  /** Returns what these agents make of a shared file; undefined if there is nothing to compare. */
  readersOf(ids: readonly string[]): Readers | undefined {
    const matter = this.all.filter(({ id, facts }) => facts.readsShared !== false && ids.includes(id));
    if (this.#facts === undefined || matter.every((agent) => agent === ohMyPiAgent)) return undefined;
    const key = matter.map(({ id }) => id).join();
    return remembered(this.#readers, key, () => this.#facts?.readersOf(matter.map(({ facts }) => facts)));
  }

  /** Returns where agents were found that are used at a place. Only Oh My Pi before `load`. */
  found(place: Place): ReadonlyMap<Agent, FoundIn> {
    return remembered(
      this.#found,
      place,
      () =>
        new Map(
          this.all.flatMap((agent) => {
            const where = findAgent(agent, place, this.#workspace.lookups, this.editor);
            return where === undefined ? [] : [[agent, where] as const];
          }),
        ),
    );
  }

  /** Returns the readers of a file that the user's setting names, or else the repository, or else the agent that the user has chosen. */
  namedReaders(uri: string): readonly string[] {
    if (this.readersSetting.length > 0) return this.readersSetting;
    const { repositories, roots } = this.#workspace.places;
    return repositories.for(uri, roots).readers ?? (this.#chosen === undefined ? [] : [this.#chosen]);
  }

  /**
   * Returns the agents in use at a place: those that the user or the repository names, those found in the project or on
   * this machine, and the usual reader of the project's `.mcp.json`. The most important agent is first. Before
   * `load`, agents that can only be found are missing, except for Oh My Pi.
   */
  inUse(place: Place): readonly AgentInUse[] {
    const { project } = place;
    const root = project && innermostFolder(`${project}/`, this.#workspace.places.roots);
    const found = new Map([...(root ? this.found(this.#workspace.places.ofProject(root)) : []), ...this.found(place)]);
    const shared = project && childUri(project, '.mcp.json');
    const named = [this.#chosen, ...(shared ? this.namedReaders(shared) : this.readersSetting)];
    const hasShared = shared !== undefined && this.#workspace.documents.get(shared) !== undefined;
    const all = this.all.flatMap((agent): AgentInUse[] => {
      const isNamed = named.includes(agent.id);
      // Its folder can have another name, or not be on disk yet.
      const where = found.get(agent) ?? (agent === ohMyPiAgent && this.#hasOwnFile(place) ? 'project' : undefined);
      const isUsual = hasShared && agent.id === sharedFileOwner;
      return isNamed || isUsual || where !== undefined ? [{ agent, isNamed, found: where }] : [];
    });
    const rank = ({ agent: { id }, isNamed, found: where }: AgentInUse): number =>
      id === this.#chosen ? 0 : 1 + 2 * foundRanks.indexOf(where) + (isNamed ? 0 : 1);
    return all.toSorted((one, other) => rank(one) - rank(other));
  }

  #hasOwnFile(place: Place): boolean {
    return ohMyPiAgent
      .sources(place)
      .some(
        ({ kind, level, uri, key }) =>
          kind === 'oh-my-pi' && level === 'project' && this.#workspace.documents.get(uri, key) !== undefined,
      );
  }

  /** The agent whose states are shown: the first of those in use. Without any, Oh My Pi, whose format it is. */
  get shown(): Agent {
    const [place] = this.#workspace.places.all;
    return (place && this.inUse(place)[0]?.agent) ?? ohMyPiAgent;
  }

  /** Returns an agent, with the facts about all agents loaded. @param id default: Oh My Pi; `shown`: the agent in the Tool Servers view */
  async withId(id: AgentId | 'shown' | undefined): Promise<Agent> {
    if (id === undefined || id === ohMyPiAgent.id) return ohMyPiAgent;
    await this.load();
    return id === 'shown' ? this.shown : (this.all.find((agent) => agent.id === id) ?? ohMyPiAgent);
  }

  /** The agent that the user has chosen; undefined if it's detected. */
  get chosen(): AgentId | undefined {
    return this.#chosen;
  }

  /** @param id undefined to detect it */
  choose(id: AgentId | undefined): void {
    this.#chosen = id;
  }
}
