/** Public API of the language model tools. */
import { CancellationError, type LanguageModelTool, lm } from 'vscode';
import type { Accounts } from '../service/accounts.ts';
import { DisposableStore } from '../shared/disposable.ts';
import { type Tool, tools } from '../shared/generated/names.ts';

export class Agents extends DisposableStore {
  readonly tools: ReadonlyMap<Tool, LanguageModelTool<unknown>>;

  constructor(accounts: Accounts) {
    super();
    this.tools = new Map(Object.values(tools).map((name) => [name, agentTool(name, accounts)]));
    for (const [name, tool] of this.tools) this.own(lm.registerTool(name, tool));
  }
}

/** Loads its implementation on first use. */
function agentTool(name: Tool, accounts: Accounts): LanguageModelTool<unknown> {
  return {
    prepareInvocation: async ({ input }, token) => (await import('./invoke.ts')).prepare(name, input, accounts, token),
    invoke: async ({ input }, token) => {
      if (token.isCancellationRequested) throw new CancellationError();
      return (await import('./invoke.ts')).invoke(name, input, accounts, token);
    },
  };
}
