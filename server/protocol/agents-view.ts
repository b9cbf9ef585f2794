/** What all agents make of the servers of a place, and why: for views, the command line, and tools. */

import * as l10n from '@vscode/l10n';
import type { Location } from 'vscode-languageserver';
import type { AgentId } from '../../common/agents.ts';
import type { AgentCell, AgentComparison, ServerExplanation, UnusedFile } from '../../common/tool-servers.ts';
import type { Agent } from '../agents/agent.ts';
import type { TableSource } from '../agents/agent-files.ts';
import { isStateProbable } from '../agents/certainty.ts';
import { problemIn } from '../agents/file-problem.ts';
import { nextStepFor } from '../agents/next-step.ts';
import type { EffectiveServer } from '../config/effective.ts';
import { type JsonNode, liveMembers, memberValue, type Span } from '../config/json.ts';
import { quote } from '../config/language.ts';
import type { SourceFile } from '../config/source-file.ts';
import type { Place, Source } from '../config/sources.ts';
import { reasonInWords, stateInWords } from '../config/state-text.ts';
import { baseName, isInside, parentUri } from '../files/uris.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { agentInfo } from './servers-view.ts';

/** Names in a comparison. More would be slow to draw. */
const nameLimit = 500;

/** Files in subfolders among which a server is searched. */
const nestedLimit = 200;

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
      unused: states.flatMap(({ agent, files }) => files.flatMap((file) => this.#unused(agent, file))),
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
      return file === undefined ? [] : this.#stepsOf(agent, file, name, definitions);
    });
    const below = definitions.length > 0 ? undefined : await this.#definedBelow(agent, place, name);
    if (below !== undefined)
      steps.push({
        text: l10n.t(
          '{0} defines {1}, but {2} reads it only when it starts in {3}.',
          below.label,
          quote(name),
          agent.name,
          below.folder,
        ),
        location: below.location,
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
        used !== undefined
          ? (nextStepFor(agent, used) ?? null)
          : below !== undefined
            ? l10n.t('Start {0} in {1}.', agent.name, below.folder)
            : nextStepWithout(name, agent, files, inProject),
    };
  }

  /** Returns what one file says about a server. */
  #stepsOf(agent: Agent, file: SourceFile, name: string, definitions: readonly EffectiveServer[]): ExplanationStep[] {
    const { uri, label } = file.source;
    const unused = this.#unused(agent, file).map(({ text, location }) => ({ text, location }));
    const found = definitions.filter((one) => one.source === file.source);
    if (found.length > 0)
      return [
        ...unused,
        ...found.map((server) => ({
          text: l10n.t('{0} defines {1}. {2}.', label, quote(name), stateInWords(server)),
          location: this.#locate(uri, server.definition.key),
        })),
      ];
    const other = definedElsewhere(this.#workspace.documents.valueAt(uri, []), name);
    if (other !== undefined)
      return [
        ...unused,
        {
          text:
            other.under === undefined
              ? l10n.t(
                  "{0} has {1} at the top level, where {2} doesn't look for servers.",
                  label,
                  quote(name),
                  agent.name,
                )
              : l10n.t(
                  "{0} has {1} under {2}, where {3} doesn't look for servers.",
                  label,
                  quote(name),
                  quote(other.under),
                  agent.name,
                ),
          location: this.#locate(uri, other.at),
        },
      ];
    return unused.length > 0
      ? unused
      : [{ text: l10n.t("{0} doesn't define {1}.", label, quote(name)), location: null }];
  }

  /** Returns a file in a subfolder of the project that defines a server for the agent. */
  async #definedBelow(agent: Agent, place: Place, name: string): Promise<DefinedBelow | undefined> {
    const { project } = place;
    if (project === undefined) return undefined;
    const files = await this.#workspace.machine.files.find(project);
    const folders = new Set(files.slice(0, nestedLimit).map(projectOf));
    for (const folder of folders) {
      if (folder === project || !isInside(folder, project)) continue;
      const [first] = this.#workspace
        .placeState(this.#workspace.places.ofProject(folder), agent)
        .effective.withName(name);
      if (first === undefined || !isInside(first.source.uri, folder)) continue;
      const { uri } = first.source;
      const relative = (other: string): string => decodeURIComponent(other.slice(project.length + 1));
      return { label: relative(uri), folder: relative(folder), location: this.#locate(uri, first.definition.key) };
    }
    return undefined;
  }

  /** Returns why an agent takes nothing from a file. */
  #unused(agent: Agent, file: SourceFile): UnusedFile[] {
    const problem = problemIn(file);
    if (problem === undefined) return [];
    const { uri, label } = file.source;
    const text =
      problem.effect === 'refused'
        ? l10n.t('{0} loads no servers because of {1}: {2}.', agent.name, label, problem.why)
        : l10n.t('{0} takes nothing from {1}: {2}.', agent.name, label, problem.why);
    return [{ agent: agent.id, file: label, text, location: this.#locate(uri, problem.at) }];
  }

  #locate(uri: string, span: Span): Location | null {
    return this.#workspace.documents.locate(uri, span) ?? null;
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
      isProbable: isStateProbable(agent, server),
    };
  }

  /** Returns what decides, or else the definition. */
  #locationOf({ reason, source, definition }: EffectiveServer): Location | null {
    const decisive =
      'item' in reason
        ? this.#locate(reason.item.source.uri, reason.item.node)
        : 'cause' in reason
          ? this.#locate(reason.cause.source.uri, reason.cause.at)
          : null;
    return decisive ?? this.#locate(source.uri, definition.key);
  }
}

interface ExplanationStep {
  readonly text: string;
  readonly location: Location | null;
}

interface DefinedBelow {
  /** Path of the file from the project. */
  readonly label: string;
  /** Path of the folder in which the agent has to start. */
  readonly folder: string;
  readonly location: Location | null;
}

/** Returns the folder of a file, or the one above if that belongs to a tool. */
function projectOf(uri: string): string {
  const folder = parentUri(uri);
  return baseName(folder).startsWith('.') ? parentUri(folder) : folder;
}

/** Returns where else in a file a server is defined, for another agent or by mistake. */
function definedElsewhere(
  root: JsonNode | undefined,
  name: string,
): { readonly under: string | undefined; readonly at: Span } | undefined {
  for (const path of [['servers'], ['mcpServers'], ['mcp', 'servers'], ['mcp'], []]) {
    const member = liveMembers(path.reduce<JsonNode | undefined>(memberValue, root)).get(name);
    if (member?.value?.type === 'object')
      return { under: path.length === 0 ? undefined : path.join('.'), at: member.key };
  }
  return undefined;
}

/** Returns what to do about a server that no file of the agent defines. */
function nextStepWithout(
  name: string,
  agent: Agent,
  files: readonly SourceFile[],
  inProject: readonly string[],
): string {
  const rejected = files.find((file) => file.source.level === 'project' && problemIn(file) !== undefined);
  return rejected === undefined
    ? l10n.t('Define {0} in {1}.', quote(name), inProject[0] ?? agent.name)
    : l10n.t('Correct {0}.', rejected.source.label);
}

/** Returns the labels of the files that an agent looks for and that don't exist, without those of other systems and parent folders. */
function missingFiles(sources: readonly Source[], files: readonly SourceFile[]): readonly string[] {
  const present = new Set(files.map(({ source }) => source.key));
  const missing = sources.filter((source) => {
    const isElsewhere = 'file' in source && (source as TableSource).file.in === 'system';
    return !present.has(source.key) && !isElsewhere && !/^(?:\.\.|~\/(?:Library|AppData))\//.test(source.label);
  });
  // A file with two scopes is one file.
  return [...new Set(missing.map(({ label }) => label.replace(/ \((?:local|user)\)$/, '')))];
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
