/** What the editor can do about a next step: an edit, names to copy, or the place to correct. */
import type { AgentId } from '../../common/messages/agents.ts';
import type { StepAction } from '../../common/messages/diagnosis.ts';
import type { ServerChange, ServerRef } from '../../common/messages/tool-servers.ts';
import { remembered } from '../../common/remembered.ts';
import type { Agent } from '../agents/agent.ts';
import type { AgentStep } from '../agents/next-step.ts';
import { ohMyPiAgent } from '../agents/oh-my-pi.ts';
import type { Place } from '../config/servers/sources.ts';
import type { ChainContext } from '../doctor/context.ts';
import type { LinkPlace } from '../doctor/link.ts';
import { applyServerChanges } from '../editing/changes.ts';
import { EditedFiles } from '../editing/edited-files.ts';
import { inputsProperty } from '../editing/inputs.ts';
import { baseName, uriKey } from '../files/uris.ts';
import { FreeNames } from '../fixes/rename-server.ts';
import { settingsUris } from '../workspace/place-settings.ts';
import type { Workspace } from '../workspace/workspace.ts';

/** Edits that are tried for a diagnosis. Each reads files again, which is slow for large ones. */
const tryLimit = 50;

export class StepActions {
  readonly #workspace: Workspace;
  /** By agent, because each agent's files are read once. */
  readonly #filesOf = new Map<Agent, EditedFiles>();
  #left = tryLimit;

  constructor(workspace: Workspace) {
    this.#workspace = workspace;
  }

  /**
   * Returns nothing for a step that is done elsewhere.
   * @param at the place of what is wrong @param definitions those that may be turned on or copied, the best first
   */
  of(
    { enables, into, variable, relocates, renames, respells, variables = [], setting, isElsewhere }: AgentStep,
    at: LinkPlace | undefined,
    definitions: readonly ServerRef[],
    { agent, place, environment }: ChainContext,
  ): readonly StepAction[] {
    if (variables.length > 0) return [{ kind: 'copy', names: variables }];
    const [first] = definitions;
    const kind = enables === true ? 'enable' : 'disable';
    if (enables !== undefined && first !== undefined && this.#works({ kind, server: first }))
      return [{ kind, server: first }];
    const folder = place.project ?? null;
    if (renames === true && first !== undefined) {
      const taken = this.#workspace.placeState(place, agent).effective.names;
      const name = new FreeNames(taken).take(first.name);
      if (this.#works({ kind: 'rename', server: first, name }, name)) return [{ kind: 'rename', server: first, name }];
    }
    if (respells !== undefined && first !== undefined) {
      const respell = { kind: 'respell', server: first, ...respells } as const;
      if (this.#works(respell)) return [respell];
    }
    if (relocates !== undefined && !this.#isRead(relocates.uri, relocates.into.uri, place)) {
      const { uri, path, names, into: target, label } = relocates;
      const to = { folder, uri: target.uri, agent: agent.id };
      const relocate = { kind: 'relocate', from: { folder, uri, path }, names, to } as const;
      if (this.#works(relocate)) return [{ ...relocate, label }];
    }
    if (into !== undefined) {
      const to = { folder, uri: into.uri, agent: agent.id };
      const server = definitions.find((each) => this.#works({ kind: 'copy', server: each, to }));
      if (server !== undefined) {
        const define = { kind: 'define', server, to, label: into.label } as const;
        if (variable === undefined || inputsProperty(into) === undefined) return [define];
        const withInput = { ...define, prompts: true } as const;
        // A variable that is set needs no input.
        return environment?.has(variable) === true ? [define, withInput] : [withInput, define];
      }
    }
    if (isElsewhere === true) return [];
    const { documents } = this.#workspace;
    const isSetting = setting !== undefined;
    const shown = isSetting ? this.#settingPlace(setting, agent, place) : at;
    const location = shown && documents.locate(shown.uri, shown.span);
    if (location === undefined) return [];
    return [{ kind: 'open', location, label: isSetting ? null : labelOf(location.uri, place) }];
  }

  /** True if an agent that is used at a place reads a file, so that it would lose what is moved to another one. */
  #isRead(uri: string, into: string, place: Place): boolean {
    const key = uriKey(uri);
    return (
      key !== uriKey(into) &&
      this.#workspace.agents.inUse(place).some(({ agent }) => agent.sources(place).some((each) => each.key === key))
    );
  }

  /** True if the edit has the requested result. @param used the server that the agent must use then */
  #works(change: Exclude<ServerChange, { readonly kind: 'add' }>, used?: string): boolean {
    if (this.#left-- <= 0) return false;
    const { documents, policy, places, agents } = this.#workspace;
    const agentOf = (id: AgentId | undefined): Agent => agents.all.find((agent) => agent.id === id) ?? ohMyPiAgent;
    const agent = agentOf(change.kind === 'relocate' ? change.to.agent : change.server.agent);
    const edited = remembered(
      this.#filesOf,
      agent,
      () => new EditedFiles((uri) => documents.textOf(uri), agent, policy),
    );
    const placeOf = (folder: string | null): Place => places.ofProject(folder ?? undefined);
    const { refused, edited: after } = applyServerChanges(edited, [change], placeOf, agentOf);
    if (refused.length > 0) return false;
    if (used === undefined || change.kind === 'relocate') return true;
    const now = after.effective(placeOf(change.server.folder)).withName(used)[0]?.state;
    return now === 'inEffect' || now === 'pending';
  }

  /** Returns where the property is in the settings of the agent, or else the first of its files that exists. */
  #settingPlace(key: string, agent: Agent, place: Place): LinkPlace | undefined {
    const uris = agent === ohMyPiAgent ? settingsUris(place) : agent.settings(place).map(({ uri }) => uri);
    const files = uris
      .map((uri) => ({ uri, text: this.#workspace.documents.textOf(uri) ?? '' }))
      .filter(({ text }) => text !== '');
    const file = files.findLast(({ text }) => text.includes(key)) ?? files[0];
    return file && { uri: file.uri, span: { offset: Math.max(0, file.text.indexOf(key)), length: 0 } };
  }
}

function labelOf(uri: string, { project }: Place): string {
  return project !== undefined && uri.startsWith(`${project}/`)
    ? decodeURIComponent(uri.slice(project.length + 1))
    : baseName(uri);
}
