/** Composes the features. Activation only registers them; everything else is loaded on first use. */
import * as packageL10n from '@vscode/l10n';
import { type Disposable, type ExtensionContext, ExtensionMode, env, l10n } from 'vscode';
import { ConfigLanguage } from './config/client/index.ts';
import { Servers } from './config/servers/index.ts';
import { Account } from './service/account/index.ts';
import { Chat } from './service/chat/index.ts';
import { EditorChat } from './service/editor-chat/index.ts';
import { Links } from './service/links/index.ts';
import { Media } from './service/media/index.ts';
import { ModelTools } from './service/model-tools/index.ts';
import { Models } from './service/models/index.ts';
import { registerPanels } from './service/panels/index.ts';
import { Requests } from './service/requests/index.ts';
import { Runs } from './service/runs/index.ts';
import { Accounts } from './service/session/accounts/accounts.ts';
import { Workflows } from './service/workflows/index.ts';
import { logLifetime } from './shared/log.ts';
import { OpenPanels } from './shared/panels/open-panels.ts';
import { setLanguage } from './shared/text/format.ts';

/** Features exposed to the tests that run in the extension host. */
export type TestApi = ReturnType<typeof compose>;

/** Returns the features only in tests. Other extensions get no API. */
export function start(context: ExtensionContext): TestApi | undefined {
  // Modules that also run without VS Code get their texts from this package.
  packageL10n.config({ contents: l10n.bundle ?? {} });
  setLanguage(env.language);
  context.subscriptions.push(logLifetime);
  const features = compose(context);
  return context.extensionMode === ExtensionMode.Test ? features : undefined;
}

function compose(context: ExtensionContext) {
  const register = <T extends Disposable>(feature: T): T => {
    context.subscriptions.push(feature);
    return feature;
  };
  const accounts = register(new Accounts(context));
  register(new Account(accounts));
  const workflows = register(new Workflows(accounts, context));
  const runs = register(new Runs(accounts, workflows, context.workspaceState));
  const panels = register(new OpenPanels(context.extensionUri));
  register(registerPanels(panels, accounts, workflows, runs));
  const models = register(new Models(context, accounts));
  const config = register(new ConfigLanguage(context));
  return {
    accounts,
    workflows,
    runs,
    models,
    media: register(new Media(context, accounts, models)),
    chat: register(new Chat(context, { accounts, models, runs })),
    editorChat: register(new EditorChat({ accounts, models, workflows })),
    servers: register(new Servers(panels, config, context.extension.packageJSON, context.workspaceState)),
    links: register(new Links(context, { accounts, workflows, runs })),
    requests: register(new Requests(context, accounts)),
    modelTools: register(new ModelTools({ accounts, workflows })),
  };
}
