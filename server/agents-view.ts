/** What all agents make of the servers of a place, and why: for views, the command line, and tools. */

import * as l10n from '@vscode/l10n';
import type { Location } from 'vscode-languageserver';
import type { AgentId } from '../common/agents.ts';
import type { AgentCell, AgentComparison, ServerExplanation } from '../common/tool-servers.ts';
import { type Agent, isTableAgent } from './agents/agent.ts';
import type { TableSource } from './agents/agent-files.ts';
import { isProbable } from './agents/agent-table.ts';
import { nextStepFor } from './agents/next-step.ts';
import type { EffectiveServer } from './config/effective.ts';
import { quote } from './config/language.ts';
import type { SourceFile } from './config/source-file.ts';
import type { Source } from './config/sources.ts';
import { reasonInWords, stateInWords } from './config/state-text.ts';
import { agentInfo } from './servers-view.ts';
import type { Workspace } from './workspace.ts';

/** Names in a comparison. More would be slow to draw. */
const nameLimit = 500;

export class AgentsView {
  readonly #workspace: Workspace;

  constructor({ workspace }: { readonly workspace: Workspace }) {
    this.#workspace = workspace;
  }

  /** Returns one row per name, in the order in which the agents list them. */
  async compare({ folder }: { readonly folder: string | null }): Promise<AgentComparison> {
    const agents = await this.#prepared();
    const place = this.#workspace.places.ofProject(folder ?? undefined);
    const states = agents.map((agent) => ({ agent, ...this.#workspace.placeState(place, agent) }));
    const names = [...new Set(states.flatMap(({ effective }) => [...effective.names]))];
    return {
      agents: agents.map((agent) => agentInfo(this.#workspace, place, agent)),
      rows: names.slice(0, nameLimit).map((name) => ({
        name,
        cells: states.map(({ agent, effective }) => this.#cell(agent, effective.withName(name))),
      })),
      omitted: Math.max(0, names.length - nameLimit),
    };
  }

  /** Tells which files the agent looks at, what each says about a server, and what decides. */
  async explain({
    folder,
    name,
    agent: id,
  }: {
    readonly folder: string | null;
    readonly name: string;
    readonly agent?: AgentId;
  }): Promise<ServerExplanation> {
    await this.#prepared();
    const agent = await this.#workspace.agentWith(id ?? 'shown');
    const place = this.#workspace.places.ofProject(folder ?? undefined);
    const { effective, files } = this.#workspace.placeState(place, agent);
    const definitions = effective.withName(name);
    const steps = agent.sources(place).flatMap((source) => {
      const file = files.find((one) => one.source.key === source.key && one.source.section === source.section);
      if (file === undefined) return [];
      const found = definitions.filter((one) => one.source === file.source);
      if (file.broken) return [{ text: l10n.t("{0} isn't valid.", source.label), location: null }];
      if (found.length === 0)
        return [{ text: l10n.t("{0} doesn't define {1}.", source.label, quote(name)), location: null }];
      return found.map((server) => ({
        text: l10n.t('{0} defines {1}. {2}.', source.label, quote(name), stateInWords(server)),
        location: this.#workspace.documents.locate(source.uri, server.definition.key) ?? null,
      }));
    });
    const inProject = agent
      .sources(place)
      .filter(({ level }) => level === 'project')
      .map(({ label }) => label);
    const missing = missingFiles(agent.sources(place), files);
    const used = definitions.find(({ state }) => state === 'inEffect') ?? definitions[0];
    return {
      agent: agentInfo(this.#workspace, place, agent),
      steps:
        missing.length === 0
          ? steps
          : [...steps, { text: l10n.t('Not found: {0}.', missing.join(', ')), location: null }],
      conclusion: conclusionOf(agent, name, used, inProject),
      nextStep:
        used === undefined
          ? l10n.t('Define {0} in {1}.', quote(name), inProject[0] ?? agent.name)
          : (nextStepFor(agent, used) ?? null),
    };
  }

  /** Returns all agents, with their files loaded and read again from disk. */
  async #prepared(): Promise<readonly Agent[]> {
    await this.#workspace.loadAgents();
    const { agents } = this.#workspace;
    for (const agent of agents) await this.#workspace.readyFor(agent);
    this.#workspace.refreshFromDisk();
    return agents;
  }

  /** @param definitions of one name, highest precedence first */
  #cell(agent: Agent, definitions: readonly EffectiveServer[]): AgentCell {
    const server = definitions.find(({ state }) => state === 'inEffect') ?? definitions[0];
    if (server === undefined)
      return { state: 'notRead', text: l10n.t('Not read'), reason: '', location: null, isProbable: false };
    return {
      state: server.state,
      text: stateInWords(server),
      reason: reasonInWords(server) ?? '',
      location: this.#locationOf(server),
      isProbable:
        isTableAgent(agent) && isProbable((server.source as TableSource).file.evidence ?? agent.table.evidence),
    };
  }

  /** Returns the list item that decides, or else the definition. */
  #locationOf({ reason, source, definition }: EffectiveServer): Location | null {
    const { documents } = this.#workspace;
    const at = 'item' in reason ? documents.locate(reason.item.source.uri, reason.item.node) : undefined;
    return at ?? documents.locate(source.uri, definition.key) ?? null;
  }
}

/** Returns the labels of the files that an agent looks for and that don't exist, without those of other systems and parent folders. */
function missingFiles(sources: readonly Source[], files: readonly SourceFile[]): readonly string[] {
  const present = new Set(files.map(({ source }) => source.key));
  const missing = sources.filter((source) => {
    const isElsewhere = 'file' in source && (source as TableSource).file.in === 'system';
    return !present.has(source.key) && !isElsewhere && !/^(?:\.\.|~\/(?:Library|AppData))\//.test(source.label);
  });
  return [...new Set(missing.map(({ label }) => label))];
}

function conclusionOf(
  { name: agent }: Agent,
  name: string,
  server: EffectiveServer | undefined,
  files: readonly string[],
): string {
  if (server === undefined)
    return l10n.t(
      'No file that {0} reads defines {1}. In a project, it reads {2}.',
      agent,
      quote(name),
      files.join(', '),
    );
  return server.state === 'inEffect'
    ? l10n.t('{0} uses {1} from {2}.', agent, quote(name), server.source.label)
    : l10n.t("{0} doesn't use {1}. {2}.", agent, quote(name), stateInWords(server));
}
