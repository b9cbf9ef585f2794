/** Composes the rooms, and does nothing else: activation registers and returns. */
import { type Disposable, type ExtensionContext, ExtensionMode } from 'vscode';
import { lazy } from '../common/lazy.ts';
import { type Account, registerAccount } from './account/index.ts';
import { type Agents, registerAgentTools } from './agents/index.ts';
import { type Chat, registerChat } from './chat/index.ts';
import { type EditorChat, registerEditorChat } from './editor-chat/index.ts';
import { type Links, registerLinks } from './links/index.ts';
import type { Lists } from './lists.ts';
import { registerConfig } from './mcp/index.ts';
import type { Media } from './media/index.ts';
import type { Models } from './models/index.ts';
import { type Requests, registerRequests } from './requests/index.ts';
import { registerServers, type Servers } from './servers/index.ts';
import { commandsLater } from './shared/commands.ts';
import { commandsOf, views, watchKeys } from './shared/contract.ts';
import { treeLater } from './shared/later-tree.ts';
import { logLifetime } from './shared/log.ts';
import { ownWords } from './shared/own-words.ts';
import { l10n } from './shared/webview/l10n.ts';

/** The inside of the extension, for the suites that run in the extension host. */
export interface TestApi {
  readonly connection: Account['connection'];
  readonly accounts: Account['provider'];
  readonly links: Links;
  readonly requests: Requests;
  readonly agents: Agents;
  readonly editorChat: EditorChat;
  readonly chat: Chat;
  /** Opens the rooms that are read when they are needed. */
  readonly lists: () => Promise<Lists>;
  readonly models: () => Promise<Models>;
  readonly media: () => Promise<Media>;
  readonly servers: Servers['open'];
}

/** Other extensions get nothing; tests get the rooms. */
export function activate(context: ExtensionContext): TestApi | undefined {
  l10n.use(ownWords());
  const account = registerAccount(context);
  const { connection, provider: accounts } = account;
  const lists = once(context, async () => new (await import('./lists.ts')).Lists(context, connection));
  const models = once(context, async () => {
    const room = new (await import('./models/index.ts')).Models(context, connection);
    editorChat.follow(room);
    return room;
  });
  const editorChat = registerEditorChat({ connection, models, workflows: async () => (await lists()).workflows });
  const media = once(
    context,
    async () => new (await import('./media/index.ts')).Media(context, connection, await models()),
  );
  const chat = registerChat(context, connection, { models, lists });
  const config = registerConfig(context);
  const servers = registerServers(config, context.extension.packageJSON.version);
  context.subscriptions.push(
    logLifetime,
    account,
    commandsLater(commandsOf('switchyard.workflows.', 'switchyard.versions.', 'switchyard.runs.'), lists),
    treeLater(views.workflows, { canSelectMany: true, showCollapseAll: true }, lists),
    treeLater(views.runs, { canSelectMany: true, showCollapseAll: true }, lists),
    commandsLater(commandsOf('switchyard.models.'), models),
    treeLater(views.models, { showCollapseAll: true }, models),
    commandsLater(commandsOf('switchyard.media.'), media),
    chat,
    config,
    servers,
  );
  const links = registerLinks(context, async () => ({ connection, ...(await lists()) }));
  const requests = registerRequests(context, connection);
  const agents = registerAgentTools(connection, async () => (await lists()).workflows);
  context.subscriptions.push(links, requests, agents, editorChat);
  // What is watched is followed though nobody looks at a view.
  if (Object.values(watchKeys).some((key) => context.workspaceState.get(key) !== undefined)) void lists();
  return context.extensionMode === ExtensionMode.Test
    ? { connection, accounts, links, requests, agents, editorChat, chat, lists, models, media, servers: servers.open }
    : undefined;
}

/** Opens a room when it is first asked for. */
function once<Room extends Disposable>(context: ExtensionContext, open: () => Promise<Room>): () => Promise<Room> {
  return lazy(async () => {
    const room = await open();
    context.subscriptions.push(room);
    return room;
  });
}
