/** Public API of the language model tools. */
import { CancellationError, type LanguageModelTool, lm } from 'vscode';
import { DisposableStore } from '../../shared/disposable.ts';
import { type Tool, tools } from '../../shared/generated/names.ts';
import type { AccountTool } from './account-tool.ts';
import type { ToolFeatures } from './invoke.ts';

export class ModelTools extends DisposableStore {
  readonly tools: ReadonlyMap<Tool, LanguageModelTool<unknown>>;

  constructor(features: ToolFeatures) {
    super();
    this.tools = new Map(
      Object.values(tools).flatMap((name) => (isAccountTool(name) ? [[name, agentTool(name, features)]] : [])),
    );
    for (const [name, tool] of this.tools) this.register(lm.registerTool(name, tool));
  }
}

const isAccountTool = (name: Tool): name is AccountTool => name !== tools.explainServer;

/** Loads its implementation on first use. */
function agentTool(name: AccountTool, features: ToolFeatures): LanguageModelTool<unknown> {
  return {
    prepareInvocation: async ({ input }, token) =>
      (await import('./invoke.ts')).prepare(name, input, features.accounts, token),
    invoke: async ({ input }, token) => {
      if (token.isCancellationRequested) throw new CancellationError();
      return (await import('./invoke.ts')).invoke(name, input, features, token);
    },
  };
}
