/** Language client of a server in a Node.js process, over IPC. */
import { LanguageClient, type LanguageClientOptions, TransportKind } from 'vscode-languageclient/node';

/** @param module path of the server's entry file */
export function createClient(module: string, id: string, name: string, options: LanguageClientOptions): LanguageClient {
  return new LanguageClient(id, name, { module, transport: TransportKind.ipc }, options);
}
