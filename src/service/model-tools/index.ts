/** Public API of the language model tools. */
import { CancellationError, type LanguageModelTool, lm } from 'vscode';
import { DisposableStore } from '../../shared/disposable.ts';
import { type Tool, tools } from '../../shared/generated/names.ts';
import type { Accounts } from '../session/accounts.ts';
import type { AccountTool } from './account-tool.ts';

export class ModelTools extends DisposableStore {
  readonly tools: ReadonlyMap<Tool, LanguageModelTool<unknown>>;

  constructor(accounts: Accounts) {
    super();
    this.tools = new Map(
      Object.values(tools).flatMap((name) => (isAccountTool(name) ? [[name, agentTool(name, accounts)]] : [])),
    );
    for (const [name, tool] of this.tools) this.own(lm.registerTool(name, tool));
  }
}

const isAccountTool = (name: Tool): name is AccountTool => name !== tools.explainServer;

/** Loads its implementation on first use. */
function agentTool(name: AccountTool, accounts: Accounts): LanguageModelTool<unknown> {
  return {
    prepareInvocation: async ({ input }, token) => (await import('./invoke.ts')).prepare(name, input, accounts, token),
    invoke: async ({ input }, token) => {
      if (token.isCancellationRequested) throw new CancellationError();
      return (await import('./invoke.ts')).invoke(name, input, accounts, token);
    },
  };
}
