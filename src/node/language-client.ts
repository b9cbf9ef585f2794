/** The language client whose server is a process of Node.js, over IPC. */
import { LanguageClient, type LanguageClientOptions, TransportKind } from 'vscode-languageclient/node';

/** @param module path of the server's file */
export function createClient(module: string, id: string, name: string, options: LanguageClientOptions): LanguageClient {
  return new LanguageClient(id, name, { module, transport: TransportKind.ipc }, options);
}
