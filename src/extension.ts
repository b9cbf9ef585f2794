/** Composes the rooms, and does nothing else: activation registers and returns. */
import type { ExtensionContext } from 'vscode';
import { registerAccount } from './account/index.ts';
import { registerChat } from './chat/index.ts';
import { registerConfig } from './mcp/index.ts';
import { registerRuns } from './runs/index.ts';
import { logLifetime } from './shared/log.ts';
import { registerWorkflows } from './workflows/index.ts';

export function activate(context: ExtensionContext): void {
  const account = registerAccount(context);
  const workflows = registerWorkflows(account.connection);
  context.subscriptions.push(
    logLifetime,
    account,
    workflows,
    registerRuns(account.connection, workflows.store),
    registerChat(context, account.connection),
    registerConfig(context),
  );
}
