/** Tool-server config: sets the language of config files and starts the language server with the first of them. */
import { EventEmitter, type ExtensionContext, l10n, languages, type TextDocument, workspace } from 'vscode';
import { lazy } from '../../../common/lazy.ts';
import { type AgentId, isAgentId } from '../../../common/messages/agents.ts';
import { configLanguage } from '../../../common/messages/config-place.ts';
import type { ClientNotifications } from '../../../common/messages/protocol.ts';
import { registerCommand } from '../../shared/commands.ts';
import { DisposableStore } from '../../shared/disposable.ts';
import { commands } from '../../shared/generated/names.ts';
import { log } from '../../shared/log.ts';
import { platform } from '../../shared/platform.ts';
import { onDidChangeSettings, setting } from '../../shared/settings.ts';
import type { SendServerRequest } from './client.ts';
import { isConfigFile } from './config-documents.ts';
import { registerConversion } from './conversion/index.ts';
import { showConfigLanguageStatus } from './language-status.ts';
import { registerRuleSeverity } from './rule-severity.ts';

/** Key in the state of the workspace. */
const agentKey = 'switchyard.config.agent';

export class ConfigLanguage extends DisposableStore {
  readonly #context: ExtensionContext;
  readonly #server = lazy(async () => {
    const [{ startConfigServer }, createClient] = await Promise.all([
      import('./client.ts'),
      platform().languageClient(),
    ]);
    return startConfigServer(this.#context, createClient, this.chosenAgent, () => this.#serversChanged.fire());
  });
  readonly #serversChanged = this.register(new EventEmitter<void>());
  /** Fires when the tool servers may have changed since they were last requested. */
  readonly onDidChangeServers = this.#serversChanged.event;

  /** Open documents whose language was set. If the user then selects another one, it's kept. */
  readonly #assigned = new Set<string>();

  constructor(context: ExtensionContext) {
    super();
    this.#context = context;
    this.registerAll(
      workspace.onDidOpenTextDocument((document) => this.#opened(document)),
      // A document whose language changes is closed and opened, but stays among the documents.
      workspace.onDidCloseTextDocument((document) => {
        if (!workspace.textDocuments.includes(document)) this.#assigned.delete(document.uri.toString());
      }),
      registerRuleSeverity(context.extension.id),
      showConfigLanguageStatus(),
      registerCommand(commands.config.restartServer, () => this.#restart()),
      workspace.onDidGrantWorkspaceTrust(() => void this.#restart()),
      onDidChangeSettings(
        [
          'switchyard.config.enable',
          'switchyard.config.projectDirectory',
          'switchyard.config.userDirectory',
          'switchyard.config.agentVersion',
        ],
        () => void this.#restart(),
      ),
      registerConversion(this.sendRequest),
    );
    for (const document of workspace.textDocuments) this.#opened(document);
  }

  /** The agent chosen for this workspace; null to detect it. */
  get chosenAgent(): AgentId | null {
    const stored = this.#context.workspaceState.get(agentKey);
    return isAgentId(stored) ? stored : null;
  }

  async chooseAgent(agent: AgentId | null): Promise<void> {
    await this.#context.workspaceState.update(agentKey, agent ?? undefined);
    const { client } = await this.#start();
    await client.sendNotification('switchyard/chooseAgent' satisfies keyof ClientNotifications, { agent });
  }

  /** Sends a request to the language server, starting it if needed. @throws Error with the reason if that fails */
  readonly sendRequest: SendServerRequest = async (method, params) => {
    if (!setting('switchyard.config.enable'))
      throw new Error(l10n.t('Tool-server config support is disabled. Enable the switchyard.config.enable setting.'));
    return (await this.#start()).client.sendRequest(method, params);
  };

  /**
   * VS Code assigns `mcp.json` to `jsonc` by exact file name, which takes precedence over any pattern of an extension.
   * So the language is set when such a document opens, which closes and reopens it with our language.
   */
  #opened(document: TextDocument): void {
    if (!setting('switchyard.config.enable')) return;
    if (document.languageId === configLanguage) {
      this.#start().catch(() => undefined);
      return;
    }
    const foreign = document.languageId === 'jsonc' || document.languageId === 'json';
    const uri = document.uri.toString();
    if (!foreign || !isConfigFile(document) || this.#assigned.has(uri)) return;
    this.#assigned.add(uri);
    void languages.setTextDocumentLanguage(document, configLanguage);
  }

  async #start() {
    try {
      return await this.#server();
    } catch (error) {
      log().error("The config language server didn't start.", error);
      throw error;
    }
  }

  async #restart(): Promise<void> {
    await this.#stop();
    for (const document of workspace.textDocuments) this.#opened(document);
    this.#serversChanged.fire();
  }

  async #stop(): Promise<void> {
    const server = this.#server.peek();
    this.#server.forget();
    await (await server?.catch(() => undefined))?.stop();
  }

  override dispose(): void {
    void this.#stop();
    super.dispose();
  }
}
