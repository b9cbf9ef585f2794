/** Which servers reach which agents at a place, and what is in the way: for views, the command line, and tools. */

import * as l10n from '@vscode/l10n';
import type { Location } from 'vscode-languageserver';
import { type AgentId, isAgentId } from '../../common/messages/agents.ts';
import type {
  DiagnosedFile,
  Diagnosis,
  DiagnosisQuery,
  ServerChain,
  ServerDiagnosis,
} from '../../common/messages/diagnosis.ts';
import type { ServerRef } from '../../common/messages/tool-servers.ts';
import type { Agent } from '../agents/agent.ts';
import type { PlaceState } from '../agents/states.ts';
import { closestMatch } from '../config/closest-match.ts';
import { andList, quote } from '../config/language.ts';
import type { EffectiveServer } from '../config/oh-my-pi/effective.ts';
import type { LostProperty } from '../config/servers/connection.ts';
import type { Place } from '../config/servers/sources.ts';
import { type Chain, chainOf } from '../doctor/chain.ts';
import type { ChainContext } from '../doctor/context.ts';
import { broken, type Link, type LinkPlace } from '../doctor/link.ts';
import { type Tested, testedLinks } from '../doctor/protocol-link.ts';
import { onePerPlace, type UnusedFilePart, unusedFiles } from '../doctor/unused-files.ts';
import { isInside } from '../files/uris.ts';
import type { Names } from '../rules/context.ts';
import { chainContext } from '../workspace/chain-context.ts';
import { startBelow } from '../workspace/places.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { readyAgents } from './ready-agents.ts';
import { refOf } from './server-ref.ts';
import { agentInfo } from './servers-view.ts';
import type { StepActions } from './step-actions.ts';

/** More servers would be slow to draw. */
const serverLimit = 500;

/** Files in subfolders among which a server is searched. */
const nestedLimit = 200;

interface DiagnosesContext {
  readonly workspace: Workspace;
  /** `environment`: names of the variables that are set; undefined if they aren't known. */
  readonly options: { readonly environment: Names | undefined };
  /** What the editor can do about the steps, for one diagnosis. Absent: nothing, as on a terminal. */
  readonly actions?: () => StepActions;
  /** Tests the connection to a server that nothing else keeps from an agent. Absent: servers aren't tested. */
  readonly connect?: (server: EffectiveServer) => Promise<Tested>;
}

export class Diagnoses {
  readonly #workspace: Workspace;
  readonly #environment: Names | undefined;
  readonly #actions: DiagnosesContext['actions'];
  readonly #connect: DiagnosesContext['connect'];

  constructor({ workspace, options: { environment }, actions, connect }: DiagnosesContext) {
    this.#actions = actions;
    this.#connect = connect;
    this.#workspace = workspace;
    this.#environment = environment;
  }

  async diagnose({ folder, name, agents: chosen = [] }: DiagnosisQuery): Promise<Diagnosis> {
    const agents = await readyAgents(this.#workspace, folder);
    const place = this.#workspace.places.ofProject(folder ?? undefined);
    const all = agents.map((agent) => chainContext(this.#workspace, place, agent, this.#environment));
    const readers = this.#readersOf(folder);
    const inUse = this.#workspace.agents.inUse(place);
    // A usual reader that wasn't found is asked only if no other agent is.
    const present = inUse.filter(({ isNamed, found }) => isNamed || found !== undefined);
    const asked = chosen.length > 0 ? [] : present.length > 0 ? present : inUse;
    const isUsed = ({ agent }: ChainContext): boolean =>
      chosen.includes(agent.id) || asked.some((each) => each.agent === agent);
    const used =
      [
        all.filter(isUsed),
        all.filter(({ state: { effective } }) => effective.servers.length > 0),
        all.filter(({ unread }) => unread.misplaced.some(({ isOwn }) => isOwn)),
        all.filter(({ agent }) => agent === this.#workspace.agents.shown),
      ].find((states) => states.length > 0) ?? [];
    const notAsked = chosen.length > 0 ? [] : inUse.filter((each) => !asked.includes(each));
    // A file in the folder of an agent is meant for it.
    const withOwnFiles = all.filter(
      (state) => used.includes(state) || state.unread.misplaced.some(({ isOwn }) => isOwn),
    );
    const ofProject = new Set(all.flatMap(({ state }) => namesOfProject(state)));
    const names = name === undefined ? [...new Set([...ofProject, ...used.flatMap(namesIn)])] : [name];
    // What is said about each server of the project would be the same.
    const isAside = (state: ChainContext): boolean =>
      name === undefined &&
      chosen.length === 0 &&
      !readers.includes(state.agent.id) &&
      !namesIn(state).some((each) => ofProject.has(each));
    const unread = ofProject.size === 0 || used.every(isAside) ? [] : used.filter(isAside);
    const similar = name === undefined ? undefined : meantBy(name, new Set(all.flatMap(namesIn)));
    const servers: ServerDiagnosis[] = [];
    const actions = this.#actions?.();
    for (const each of names.slice(0, serverLimit)) {
      const isDefined = ({ state: { effective } }: ChainContext): boolean => effective.withName(each).length > 0;
      const isKnown = all.some(isDefined);
      // Each agent has its own servers of the user.
      const isExpected = ofProject.has(each) || !isKnown;
      const meant = used.filter((state) => isDefined(state) || (isExpected && !unread.includes(state)));
      // An agent that the user asks about has an answer.
      const states = name !== undefined && (chosen.length > 0 || meant.length === 0) ? used : meant;
      const chains: ServerChain[] = [];
      const definitions = all
        .flatMap((state) => state.state.effective.withName(each).map((server) => ({ server, state })))
        // A secret of the user isn't copied to the project.
        .toSorted((one, other) => Number(isOfUser(one)) - Number(isOfUser(other)))
        .map(({ server, state }) => refOf(server, state));
      for (const state of states) chains.push(await this.#chain(each, state, isKnown, definitions, actions));
      // Where the name is probably misspelled, defining it is no step.
      const shown = similar === undefined ? chains : chains.map((chain) => ({ ...chain, nextStep: null }));
      servers.push({ name: each, isOfProject: ofProject.has(each), chains: shown });
    }
    const unused = name === undefined ? this.#unused(chosen.length > 0 ? used : withOwnFiles, servers, actions) : [];
    // Of an agent that takes nothing from a file, that is said.
    const hasFault = ({ agent }: ChainContext): boolean => unused.some((file) => file.agent === agent.id);
    return {
      servers,
      unread: unread
        .filter((state) => !hasFault(state))
        .map(({ agent, state: { sources } }) => ({
          agent: agentInfo(this.#workspace, place, agent),
          file: sources.find(({ level }) => level === 'project')?.label ?? '',
        })),
      notAsked: notAsked.map(({ agent }) => agentInfo(this.#workspace, place, agent)),
      unused,
      didYouMean: similar ?? null,
      omitted: Math.max(0, names.length - serverLimit),
    };
  }

  /** Returns what is wrong with files, and whether a chain says it. */
  #unused(
    contexts: readonly ChainContext[],
    servers: readonly ServerDiagnosis[],
    actions: StepActions | undefined,
  ): readonly DiagnosedFile[] {
    const said = new Set(
      servers.flatMap(({ chains }) =>
        chains.flatMap(({ agent, headline, links }) => [
          headline,
          ...links.flatMap(({ state, location }) =>
            state === 'broken' && location !== null ? mistakeKey(agent.id, location) : [],
          ),
        ]),
      ),
    );
    const isSaid = ({ agent, text, at }: UnusedFilePart): boolean => {
      const location = this.#locate(at);
      return said.has(text) || (location !== null && said.has(mistakeKey(agent.id, location)));
    };
    return onePerPlace(unusedFiles(contexts)).map((part) => {
      const { agent, label, isOfProject, isUnknown, text, step, at } = part;
      return {
        ...{ agent: agent.id, agentName: agent.name, file: label, text, step: step.text, isOfProject },
        actions: contexts
          .filter((each) => each.agent === agent)
          .flatMap((each) => actions?.of(step, undefined, [], each) ?? []),
        ...(isUnknown && { isUnknown }),
        ...(isSaid(part) && { isSaid: true as const }),
        location: this.#locate(at),
      };
    });
  }

  /** Returns the agents that the repository names. */
  #readersOf(folder: string | null): readonly Agent['id'][] {
    const { repositories, roots } = this.#workspace.places;
    return folder === null ? [] : (repositories.for(`${folder}/.mcp.json`, roots).readers ?? []).filter(isAgentId);
  }

  /**
   * @param isKnown true if an agent finds it; otherwise, subfolders are searched
   * @param definitions those that agents find, one for each
   */
  async #chain(
    name: string,
    context: ChainContext,
    isKnown: boolean,
    definitions: readonly ServerRef[],
    actions: StepActions | undefined,
  ): Promise<ServerChain> {
    const { agent, place } = context;
    const chain = chainOf(name, context);
    const below = isKnown ? undefined : await this.#chainBelow(name, agent, place);
    const { links: found, server } = below ?? (isKnown ? undefined : this.#chainInMain(name, agent, place)) ?? chain;
    const isWhole = server !== undefined && found.at(-1)?.state !== 'broken';
    const tested = isWhole ? await this.#connect?.(server) : undefined;
    const links = tested === undefined ? found : [...lookedUp(found, tested), ...testedLinks(agent, tested)];
    const last = links.at(-1);
    const isBroken = last?.state === 'broken';
    // What wasn't looked up has no place.
    const isOpen = ({ kind, state, at }: Link): boolean =>
      state === 'unknown' && (kind === 'gate' || kind === 'file' || at !== undefined);
    const problem = isBroken ? last : links.find(isOpen);
    const loss = problem === undefined ? links.find(({ state }) => state === 'partial') : undefined;
    const decisive = problem ?? loss;
    const label = server?.source.label ?? '';
    const remarks = (server?.definition.connection.vainRestrictions ?? []).map((property) =>
      l10n.t('{0} has no effect in {1}: all tools stay available.', quote(property), agent.name),
    );
    const uses = usesInWords(agent.name, name, label, server?.definition.connection.lost);
    return {
      agent: agentInfo(this.#workspace, place, agent),
      reaches: isBroken ? 'no' : problem !== undefined ? 'unknown' : loss === undefined ? 'yes' : 'partly',
      headline: problem?.text ?? [uses, ...remarks].join(' '),
      remarks: problem === undefined ? remarks : [],
      links: links.map(({ at, step: _, ...link }) => ({ ...link, location: this.#locate(at) })),
      nextStep:
        decisive?.step === undefined
          ? null
          : {
              text: decisive.step.text,
              run: decisive.step.run ?? null,
              actions:
                actions?.of(
                  decisive.step,
                  decisive.at,
                  server === undefined ? definitions : [refOf(server, context)],
                  context,
                ) ?? [],
            },
    };
  }

  /** Returns the chain if only a file in a subfolder of the project defines the server. */
  async #chainBelow(name: string, agent: Agent, { project }: Place): Promise<Chain | undefined> {
    if (project === undefined) return undefined;
    const files = await this.#workspace.machine.files.find(project);
    const folders = new Set(files.slice(0, nestedLimit).map((file) => startBelow(project, file)));
    for (const folder of folders) {
      if (folder === project || !isInside(folder, project)) continue;
      const [first] = this.#workspace
        .placeState(this.#workspace.places.ofProject(folder), agent)
        .effective.withName(name);
      if (first === undefined || !isInside(first.source.uri, folder)) continue;
      const { uri } = first.source;
      const relative = (other: string): string => decodeURIComponent(other.slice(project.length + 1));
      const text = l10n.t(
        '{0} defines {1}, but {2} reads it only when it starts in {3}.',
        relative(uri),
        quote(name),
        agent.name,
        relative(folder),
      );
      const step = { text: l10n.t('Start {0} in {1}.', agent.name, relative(folder)), isElsewhere: true } as const;
      return {
        links: [broken('file', text, step, { uri, span: first.definition.key })],
        server: undefined,
        cause: undefined,
      };
    }
    return undefined;
  }

  /** Returns the chain if only a file in the main checkout defines the server, because Git ignores it. */
  #chainInMain(name: string, agent: Agent, { repository, project }: Place): Chain | undefined {
    if (repository?.main === undefined || repository.main === repository.root || project === undefined)
      return undefined;
    const { main, root } = repository;
    const there = this.#workspace.places.ofProject(main + project.slice(root.length));
    const first = this.#workspace
      .placeState(there, agent)
      .effective.withName(name)
      .find(({ source }) => source.level === 'project' && isInside(source.uri, main));
    if (first === undefined) return undefined;
    const { uri, label } = first.source;
    const text = l10n.t(
      '{0} is only in the main checkout, so {1} reads no file that defines {2} here.',
      label,
      agent.name,
      quote(name),
    );
    const step = { text: l10n.t('Copy {0} to this worktree.', label) };
    return {
      links: [broken('file', text, step, { uri, span: first.definition.key })],
      server: undefined,
      cause: undefined,
    };
  }

  #locate(at: LinkPlace | undefined): Location | null {
    return (at && this.#workspace.documents.locate(at.uri, at.span)) ?? null;
  }
}

/** A test that was done answers what wasn't looked up. */
const lookedUp = (links: readonly Link[], { link }: Tested): readonly Link[] =>
  link.state === 'unknown' ? links : links.filter(({ kind, state }) => kind !== 'launch' || state !== 'unknown');

function usesInWords(agent: string, name: string, label: string, lost: readonly LostProperty[] = []): string {
  const off = lost.find((each) => each.off !== undefined)?.off;
  if (off !== undefined) return l10n.t('{0} uses {1} from {2}, although it has {3}.', agent, quote(name), label, off);
  return lost.length === 0
    ? l10n.t('{0} uses {1} from {2}.', agent, quote(name), label)
    : l10n.t(
        '{0} uses {1} from {2}, but without {3}.',
        agent,
        quote(name),
        label,
        andList(lost.map(({ path }) => quote(path))),
      );
}

const meantBy = (name: string, names: ReadonlySet<string>): string | undefined =>
  names.has(name) ? undefined : closestMatch(name, [...names]);

const isOfUser = ({ server }: { readonly server: EffectiveServer }): boolean => server.source.level === 'user';

const namesIn = ({ state: { effective } }: ChainContext): readonly string[] => [...effective.names];

/** The same for all sentences about one mistake. */
const mistakeKey = (agent: AgentId, { uri, range: { start } }: Location): string =>
  JSON.stringify([agent, uri, start.line, start.character]);

const namesOfProject = ({ effective }: Pick<PlaceState, 'effective'>): readonly string[] =>
  effective.servers.flatMap(({ name, source }) => (source.level === 'project' ? name : []));
