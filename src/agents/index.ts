/** Public API of the language model tools. */
import {
  CancellationError,
  type CancellationToken,
  type LanguageModelTool,
  type LanguageModelToolInvocationOptions,
  type LanguageModelToolInvocationPrepareOptions,
  type LanguageModelToolResult,
  lm,
  type PreparedToolInvocation,
} from 'vscode';
import type { Connection } from '../account/index.ts';
import { type Tool, tools } from '../shared/contract.ts';
import { DisposableStore } from '../shared/disposable.ts';
import type { Workflows } from '../workflows/index.ts';

export class Agents extends DisposableStore {
  readonly tools: ReadonlyMap<Tool, LanguageModelTool<unknown>>;

  constructor(connection: Connection, workflows: Workflows) {
    super();
    this.tools = new Map(Object.values(tools).map((name) => [name, new AgentTool(name, connection, workflows)]));
    for (const [name, tool] of this.tools) this.own(lm.registerTool(name, tool));
  }
}

/** Loads its implementation on first use. */
class AgentTool implements LanguageModelTool<unknown> {
  readonly #name: Tool;
  readonly #connection: Connection;
  readonly #workflows: Workflows;

  constructor(name: Tool, connection: Connection, workflows: Workflows) {
    this.#name = name;
    this.#connection = connection;
    this.#workflows = workflows;
  }

  async prepareInvocation(
    { input }: LanguageModelToolInvocationPrepareOptions<unknown>,
    token: CancellationToken,
  ): Promise<PreparedToolInvocation> {
    const { prepare } = await import('./invoke.ts');
    return prepare(this.#name, input, this.#connection, token);
  }

  async invoke(
    { input }: LanguageModelToolInvocationOptions<unknown>,
    token: CancellationToken,
  ): Promise<LanguageModelToolResult> {
    if (token.isCancellationRequested) throw new CancellationError();
    const { invoke } = await import('./invoke.ts');
    return invoke(this.#name, input, this.#connection, this.#workflows, token);
  }
}
