/** Composes the rooms, and does nothing else: activation registers and returns. */
import { type ExtensionContext, ExtensionMode } from 'vscode';
import { type Account, registerAccount } from './account/index.ts';
import { type Agents, registerAgentTools } from './agents/index.ts';
import { registerChat } from './chat/index.ts';
import { type Links, registerLinks } from './links/index.ts';
import { registerConfig } from './mcp/index.ts';
import { Panels } from './panels/index.ts';
import { type Requests, registerRequests } from './requests/index.ts';
import { type Runs, registerRuns } from './runs/index.ts';
import { registerServers, type Servers } from './servers/index.ts';
import { logLifetime } from './shared/log.ts';
import { registerWorkflows, type Workflows } from './workflows/index.ts';

/** The inside of the extension, for the suites that run in the extension host. */
export interface TestApi {
  readonly connection: Account['connection'];
  readonly accounts: Account['provider'];
  readonly workflows: Workflows;
  readonly runs: Runs;
  readonly servers: Servers;
  readonly links: Links;
  readonly requests: Requests;
  readonly agents: Agents;
}

/** Other extensions get nothing; tests get the rooms. */
export function activate(context: ExtensionContext): TestApi | undefined {
  const account = registerAccount(context);
  const workflows = registerWorkflows(account.connection, context.workspaceState);
  const runs = registerRuns(account.connection, workflows, context.workspaceState);
  const config = registerConfig(context);
  const servers = registerServers(config, context.extension.packageJSON.version);
  const links = registerLinks(context, { connection: account.connection, workflows, runs });
  const requests = registerRequests(context, account.connection);
  const agents = registerAgentTools(account.connection, workflows);
  context.subscriptions.push(
    logLifetime,
    account,
    workflows,
    runs,
    new Panels(context, account.connection, workflows, runs),
    registerChat(context, account.connection),
    config,
    servers,
    links,
    requests,
    agents,
  );
  const { connection, provider: accounts } = account;
  return context.extensionMode === ExtensionMode.Test
    ? { connection, accounts, workflows, runs, servers, links, requests, agents }
    : undefined;
}
