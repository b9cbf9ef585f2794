/** Language client. Loaded with the first config document or request, because it's large. */
import { type ExtensionContext, env, Uri, window, workspace } from 'vscode';
import { type LanguageClientOptions, State } from 'vscode-languageclient';
import type { AgentId } from '../../../common/messages/agents.ts';
import { configLanguage } from '../../../common/messages/config-place.ts';
import {
  type ClientNotifications,
  type EditorRequests,
  type ServerRequests,
  serversChanged as serversChangedNotification,
} from '../../../common/messages/protocol.ts';
import { type CreateLanguageClient, platform } from '../../shared/platform.ts';
import { setting } from '../../shared/settings.ts';
import { readFiles, searchConfigFiles } from './editor-files.ts';
import { onDidChangeTerminals, otherInTerminals } from './terminal-variables.ts';

/** Sends a custom request to the language server. @throws ResponseError */
export type SendServerRequest = <M extends keyof ServerRequests>(
  method: M,
  params: ServerRequests[M][0],
) => Promise<ServerRequests[M][1]>;

/**
 * Starts the server in a separate process or a web worker. Resolves after the response to `initialize`.
 * @param agent the shown agent; null to detect it
 * @param serversChanged called when the result of `switchyard/servers` may have changed
 */
export async function startConfigServer(
  context: ExtensionContext,
  createClient: CreateLanguageClient,
  agent: AgentId | null,
  serversChanged: () => void,
) {
  const output = window.createOutputChannel('Switchyard Config', { log: true });
  const options: LanguageClientOptions = {
    documentSelector: [{ language: configLanguage }],
    outputChannel: output,
    diagnosticCollectionName: 'switchyard',
    initializationOptions: {
      projectDirectory: setting('switchyard.config.projectDirectory'),
      userDirectory: setting('switchyard.config.userDirectory'),
      agentVersion: setting('switchyard.config.agentVersion'),
      agent,
      // In a browser, no agent runs on the computer whose files are shown.
      ...(platform().programs !== undefined && { editor: env.appName.includes('Cursor') ? 'cursor' : 'vscode' }),
      otherInTerminals: otherInTerminals(),
      trusted: workspace.isTrusted,
      commands: true,
      readsFiles: true,
      programs: platform().programs !== undefined,
      rulesUri: Uri.joinPath(context.extensionUri, 'docs/rules.md').toString(),
    },
  };
  const client = createClient('switchyard.config', 'Switchyard Config', options);
  client.onRequest('switchyard/readFiles' satisfies keyof EditorRequests, readFiles);
  client.onRequest('switchyard/findFiles' satisfies keyof EditorRequests, searchConfigFiles);
  try {
    await client.start();
  } catch (error) {
    output.dispose();
    throw error;
  }
  client.onNotification(serversChangedNotification, serversChanged);
  const terminals = onDidChangeTerminals(() => {
    const message: ClientNotifications['switchyard/otherInTerminals'] = { names: otherInTerminals() };
    void client.sendNotification('switchyard/otherInTerminals' satisfies keyof ClientNotifications, message);
  });
  // A restarted server sends no notification until the servers are requested again.
  client.onDidChangeState(({ newState }) => newState === State.Running && serversChanged());
  return {
    client,
    stop: async () => {
      terminals.dispose();
      await client.dispose();
      output.dispose();
    },
  };
}
