/** What all agents make of the servers of a place, and why: for views, the command line, and tools. */

import * as l10n from '@vscode/l10n';
import type { Location } from 'vscode-languageserver';
import type { AgentCell, AgentComparison, UnusedFile } from '../../common/tool-servers.ts';
import type { Agent } from '../agents/agent.ts';
import { isStateProbable } from '../agents/certainty.ts';
import { closestToUse } from '../agents/listed-use.ts';
import type { EffectiveServer, EffectiveServers } from '../config/effective.ts';
import type { Span } from '../config/json.ts';
import type { SourceFile } from '../config/source-file.ts';
import { reasonInWords, stateInWords } from '../config/state-text.ts';
import { caveatOf } from '../doctor/caveat.ts';
import type { ChainContext } from '../doctor/context.ts';
import { unusedIn } from '../doctor/unused-files.ts';
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
    const agents = await readyAgents(this.#workspace);
    const place = this.#workspace.places.ofProject(folder ?? undefined);
    const inUse = this.#workspace.agentsInUse(place).map(({ agent }) => agent);
    const ordered = [...new Set([...inUse, ...agents])];
    const states = ordered.map((agent) => {
      const context = chainContext(this.#workspace, place, agent, this.#environment);
      return { agent, context, ...context.state };
    });
    const names = [...new Set(states.flatMap(({ effective }) => [...effective.names]))];
    return {
      agents: states.map(({ agent }) => agentInfo(this.#workspace, place, agent)),
      aside: ordered.flatMap((agent) => (inUse.includes(agent) ? [] : [agent.id])),
      rows: names.slice(0, nameLimit).map((name) => ({
        name,
        cells: states.map(({ context, effective }) => this.#cell(context, effective.withName(name))),
      })),
      omitted: Math.max(0, names.length - nameLimit),
      unused: states.flatMap(({ agent, files, effective }) =>
        files.flatMap((file) => this.#unused(agent, file, effective)),
      ),
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

  /** Returns why an agent takes nothing, or not all, from a file. */
  #unused(agent: Agent, file: SourceFile, effective: EffectiveServers): UnusedFile[] {
    const rootOf = (uri: string) => this.#workspace.documents.valueAt(uri, []);
    return unusedIn(agent, file, { effective }, rootOf).map(({ text, at: { uri, span } }) => ({
      ...{ agent: agent.id, file: file.source.label, text },
      location: this.#locate(uri, span),
    }));
  }

  #locate(uri: string, span: Span): Location | null {
    return this.#workspace.documents.locate(uri, span) ?? null;
  }

  /** @param definitions of one name, highest precedence first */
  #cell(context: ChainContext, definitions: readonly EffectiveServer[]): AgentCell {
    const server = closestToUse(definitions);
    if (server === undefined) return AgentsView.notRead();
    const caveat = caveatOf(server, context);
    return {
      state: server.state,
      text: caveat?.text ?? stateInWords(server),
      reason: caveat?.why ?? reasonInWords(server) ?? '',
      location: this.#locationOf(server),
      isProbable: isStateProbable(context.agent, server),
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
