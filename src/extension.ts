/** Composes the rooms, and does nothing else: activation registers and returns. */
import { type ExtensionContext, ExtensionMode } from 'vscode';
import { type Account, registerAccount } from './account/index.ts';
import { registerChat } from './chat/index.ts';
import { registerConfig } from './mcp/index.ts';
import { Panels } from './panels/index.ts';
import { type Runs, registerRuns } from './runs/index.ts';
import { registerServers, type Servers } from './servers/index.ts';
import { logLifetime } from './shared/log.ts';
import { registerWorkflows, type Workflows } from './workflows/index.ts';

/** The inside of the extension, for the suites that run in the extension host. */
export interface TestApi {
  readonly connection: Account['connection'];
  readonly workflows: Workflows;
  readonly runs: Runs;
  readonly servers: Servers;
}

/** Other extensions get nothing; tests get the rooms. */
export function activate(context: ExtensionContext): TestApi | undefined {
  const account = registerAccount(context);
  const workflows = registerWorkflows(account.connection, context.workspaceState);
  const runs = registerRuns(account.connection, workflows, context.workspaceState);
  const config = registerConfig(context);
  const servers = registerServers(config, context.extension.packageJSON.version);
  context.subscriptions.push(
    logLifetime,
    account,
    workflows,
    runs,
    new Panels(context, account.connection, workflows, runs),
    registerChat(context, account.connection),
    config,
    servers,
  );
  const { connection } = account;
  return context.extensionMode === ExtensionMode.Test ? { connection, workflows, runs, servers } : undefined;
}
