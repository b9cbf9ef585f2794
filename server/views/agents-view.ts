/** What all agents make of the servers of a place, and why: for views, the command line, and tools. */

import * as l10n from '@vscode/l10n';
import type { Location } from 'vscode-languageserver';
import type { AgentCell, AgentComparison } from '../../common/messages/tool-servers.ts';
import { isStateProbable, movedInTerminals } from '../agents/certainty.ts';
import type { EffectiveServer } from '../config/oh-my-pi/effective.ts';
import { movedInWords, notKnownInWords, reasonInWords, stateInWords } from '../config/oh-my-pi/state-text.ts';
import type { Span } from '../config/text/json.ts';
import { caveatOf } from '../doctor/caveat.ts';
import { chainOf } from '../doctor/chain.ts';
import type { ChainContext } from '../doctor/context.ts';
import { unusedFiles } from '../doctor/unused-files.ts';
import type { Names } from '../rules/context.ts';
import { chainContext } from '../workspace/chain-context.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { readyAgents } from './ready-agents.ts';
import { agentInfo } from './servers-view.ts';

/** Names in a comparison. More would be slow to draw. */
export const nameLimit = 500;

interface AgentsViewContext {
  readonly workspace: Workspace;
  /** `environment`: names of the variables that are set; absent if they aren't known. */
  readonly options?: { readonly environment: Names | undefined };
}

export class AgentsView {
  readonly #workspace: Workspace;
  readonly #environment: Names | undefined;

  constructor({ workspace, options }: AgentsViewContext) {
    this.#workspace = workspace;
    this.#environment = options?.environment;
  }

  /** Returns one row per name, in the order in which the agents list them. */
  async compare({ folder }: { readonly folder: string | null }): Promise<AgentComparison> {
    const agents = await readyAgents(this.#workspace, folder);
    const place = this.#workspace.places.ofProject(folder ?? undefined);
    const inUse = this.#workspace.agents.inUse(place).map(({ agent }) => agent);
    const ordered = [...new Set([...inUse, ...agents])];
    const contexts = ordered.map((agent) => chainContext(this.#workspace, place, agent, this.#environment));
    const isUsed = ({ agent, unread }: ChainContext): boolean =>
      inUse.includes(agent) || unread.misplaced.some(({ isOwn }) => isOwn);
    const names = [
      ...new Set(agents.flatMap((agent) => [...this.#workspace.placeState(place, agent).effective.names])),
    ];
    return {
      agents: contexts.map(({ agent }) => agentInfo(this.#workspace, place, agent)),
      aside: contexts.flatMap((each) => (isUsed(each) ? [] : [each.agent.id])),
      rows: names.slice(0, nameLimit).map((name) => ({
        name,
        cells: contexts.map((context) => this.#cell(context, name)),
      })),
      omitted: Math.max(0, names.length - nameLimit),
      unused: unusedFiles(contexts, isUsed).map(({ agent, label, text, at: { uri, span } }) => ({
        ...{ agent: agent.id, file: label, text },
        location: this.#locate(uri, span),
      })),
    };
  }

  /** Returns the cell of an agent that reads no file with the server. */
  static notRead(): AgentCell {
    return {
      state: 'notRead',
      text: l10n.t('Not read'),
      reason: '',
      location: null,
      isProbable: false,
      isPartial: false,
    };
  }

  #locate(uri: string, span: Span): Location | null {
    return this.#workspace.documents.locate(uri, span) ?? null;
  }

  #cell(context: ChainContext, name: string): AgentCell {
    if (context.state.effective.withName(name).length === 0) return notDefined(context);
    const { server, cause, links } = chainOf(name, context);
    if (server === undefined || cause === undefined) return AgentsView.notRead();
    const caveat = caveatOf(server, context, links);
    return {
      state: cause.state,
      text: caveat?.text ?? stateInWords(cause),
      reason: caveat?.why ?? reasonInWords(cause) ?? '',
      location: this.#locationOf(cause),
      isProbable: isStateProbable(context.agent, cause),
      isPartial: caveat !== undefined,
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

/** Returns the cell of an agent that reads no definition, as far as it's known what it reads. */
function notDefined({ agent, place, unreadable }: ChainContext): AgentCell {
  const variable = movedInTerminals(agent, place);
  if (variable === undefined) return { ...AgentsView.notRead(), isProbable: unreadable.length > 0 };
  return {
    ...AgentsView.notRead(),
    state: 'unknown',
    text: notKnownInWords(agent.name, variable),
    reason: movedInWords(agent.name, variable),
  };
}
