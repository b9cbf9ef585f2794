/** Entry point: composes the features. Activation only registers. */
import { type Disposable, type ExtensionContext, ExtensionMode } from 'vscode';
import { lazy } from '../common/lazy.ts';
import { Account } from './account/index.ts';
import { Agents } from './agents/index.ts';
import { Chat } from './chat/index.ts';
import { EditorChat } from './editor-chat/index.ts';
import { Links } from './links/index.ts';
import type { Lists } from './lists.ts';
import { registerConfig } from './mcp/index.ts';
import type { Media } from './media/index.ts';
import type { Models } from './models/index.ts';
import { Requests } from './requests/index.ts';
import { Servers } from './servers/index.ts';
import { commandsLater } from './shared/commands.ts';
import { commandsOf, views, watchKeys } from './shared/contract.ts';
import { l10nBundle } from './shared/l10n-bundle.ts';
import { LazyTreeView } from './shared/lazy-tree-view.ts';
import { logLifetime } from './shared/log.ts';
import { l10n } from './shared/webview/l10n.ts';

/** The features, for the tests that run in the extension host. */
export interface TestApi {
  readonly connection: Account['connection'];
  readonly accounts: Account['provider'];
  readonly links: Links;
  readonly requests: Requests;
  readonly agents: Agents;
  readonly editorChat: EditorChat;
  readonly chat: Chat;
  /** Load the features that are loaded on demand. */
  readonly lists: () => Promise<Lists>;
  readonly models: () => Promise<Models>;
  readonly media: () => Promise<Media>;
  readonly servers: Servers['open'];
  readonly serverDrag: Servers['drag'];
}

/** Returns the features to tests; other extensions get nothing. */
export function activate(context: ExtensionContext): TestApi | undefined {
  l10n.use(l10nBundle());
  const account = new Account(context);
  const { connection, provider: accounts } = account;
  const lists = once(context, async () => new (await import('./lists.ts')).Lists(context, connection));
  const models = once(context, async () => {
    const feature = new (await import('./models/index.ts')).Models(context, connection);
    editorChat.follow(feature);
    return feature;
  });
  const editorChat = new EditorChat({ connection, models, workflows: async () => (await lists()).workflows });
  const media = once(
    context,
    async () => new (await import('./media/index.ts')).Media(context, connection, await models()),
  );
  const chat = new Chat(context, connection, { models, lists });
  const config = registerConfig(context);
  const servers = new Servers(config, context.extension.packageJSON.version);
  context.subscriptions.push(
    logLifetime,
    account,
    commandsLater(commandsOf('switchyard.workflows.', 'switchyard.versions.', 'switchyard.runs.'), lists),
    new LazyTreeView(views.workflows, { canSelectMany: true, showCollapseAll: true }, lists),
    new LazyTreeView(views.runs, { canSelectMany: true, showCollapseAll: true }, lists),
    commandsLater(commandsOf('switchyard.models.'), models),
    new LazyTreeView(views.models, { showCollapseAll: true }, models),
    commandsLater(commandsOf('switchyard.media.'), media),
    chat,
    config,
    servers,
  );
  const links = new Links(context, async () => ({ connection, ...(await lists()) }));
  const requests = new Requests(context, connection);
  const agents = new Agents(connection, async () => (await lists()).workflows);
  context.subscriptions.push(links, requests, agents, editorChat);
  // Watched workflows are followed without a visible view.
  if (Object.values(watchKeys).some((key) => context.workspaceState.get(key) !== undefined)) void lists();
  return context.extensionMode === ExtensionMode.Test
    ? {
        connection,
        accounts,
        links,
        requests,
        agents,
        editorChat,
        chat,
        lists,
        models,
        media,
        servers: servers.open,
        serverDrag: servers.drag,
      }
    : undefined;
}

/** Loads a feature on first use. */
function once<T extends Disposable>(context: ExtensionContext, load: () => Promise<T>): () => Promise<T> {
  return lazy(async () => {
    const feature = await load();
    context.subscriptions.push(feature);
    return feature;
  });
}
