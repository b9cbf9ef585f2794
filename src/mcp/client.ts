/** The language client; loaded with the first config document, because it weighs more than all the rest. */
import { type ExtensionContext, Uri, window, workspace } from 'vscode';
import { type LanguageClientOptions, State } from 'vscode-languageclient';
import { configLanguage } from '../../common/config-place.ts';
import {
  type EditorRequests,
  type ServerRequests,
  serversChanged as serversChangedNotification,
} from '../../common/protocol.ts';
import { type CreateLanguageClient, platform } from '../shared/platform.ts';
import { setting } from '../shared/settings.ts';
import { findConfigFiles, readFiles } from './editor-files.ts';

export interface ConfigServer {
  ask: AskServer;
  stop(): Promise<void>;
}

/** Asks the language server something of our own. @throws ResponseError */
export type AskServer = <M extends keyof ServerRequests>(
  method: M,
  params: ServerRequests[M][0],
) => Promise<ServerRequests[M][1]>;

/**
 * Starts the server in a separate process, or in a worker. Resolves when it has answered `initialize`.
 * @param serversChanged called when `switchyard/servers` may be answered otherwise than the last time
 */
export async function startConfigServer(
  context: ExtensionContext,
  createClient: CreateLanguageClient,
  serversChanged: () => void,
): Promise<ConfigServer> {
  const output = window.createOutputChannel('Switchyard Config', { log: true });
  const options: LanguageClientOptions = {
    documentSelector: [{ language: configLanguage }],
    outputChannel: output,
    diagnosticCollectionName: 'switchyard',
    initializationOptions: {
      projectDirectory: setting('switchyard.config.projectDirectory'),
      userDirectory: setting('switchyard.config.userDirectory'),
      agentVersion: setting('switchyard.config.agentVersion'),
      trusted: workspace.isTrusted,
      commands: true,
      readsFiles: true,
      programs: platform().programs !== undefined,
      rulesUri: Uri.joinPath(context.extensionUri, 'docs/rules.md').toString(),
    },
  };
  const client = createClient('switchyard.config', 'Switchyard Config', options);
  const answer = <M extends keyof EditorRequests>(
    method: M,
    handler: (params: EditorRequests[M][0]) => Promise<EditorRequests[M][1]>,
  ) => client.onRequest(method, handler);
  answer('switchyard/readFiles', readFiles);
  answer('switchyard/findFiles', findConfigFiles);
  try {
    await client.start();
  } catch (error) {
    output.dispose();
    throw error;
  }
  client.onNotification(serversChangedNotification, serversChanged);
  // A server that has crashed and come back knows nobody who shows the servers.
  client.onDidChangeState(({ newState }) => newState === State.Running && serversChanged());
  return {
    ask: (method, params) => client.sendRequest(method, params),
    stop: async () => {
      await client.dispose();
      output.dispose();
    },
  };
}
