/** Public API of the language model tools. */
import { CancellationError, type LanguageModelTool, lm } from 'vscode';
import type { Connection } from '../account/index.ts';
import { DisposableStore } from '../shared/disposable.ts';
import { type Tool, tools } from '../shared/generated/names.ts';
import type { Workflows } from '../workflows/index.ts';

export class Agents extends DisposableStore {
  readonly tools: ReadonlyMap<Tool, LanguageModelTool<unknown>>;

  constructor(connection: Connection, workflows: Workflows) {
    super();
    this.tools = new Map(Object.values(tools).map((name) => [name, agentTool(name, connection, workflows)]));
    for (const [name, tool] of this.tools) this.own(lm.registerTool(name, tool));
  }
}

/** Loads its implementation on first use. */
function agentTool(name: Tool, connection: Connection, workflows: Workflows): LanguageModelTool<unknown> {
  return {
    prepareInvocation: async ({ input }, token) =>
      (await import('./invoke.ts')).prepare(name, input, connection, token),
    invoke: async ({ input }, token) => {
      if (token.isCancellationRequested) throw new CancellationError();
      return (await import('./invoke.ts')).invoke(name, input, connection, workflows, token);
    },
  };
}
