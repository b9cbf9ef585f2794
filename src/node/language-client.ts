/** Language client of a server in a Node.js process, over IPC. */
import process from 'node:process';
import { LanguageClient, type LanguageClientOptions, TransportKind } from 'vscode-languageclient/node';
import { isSwitchyardVariable } from '../../common/connection-test/launch/expand.ts';

/** @param module path of the server's entry file */
export function createLanguageClient(
  module: string,
  id: string,
  name: string,
  options: LanguageClientOptions,
): LanguageClient {
  // The server inherits all other variables. One of ours can contain a key.
  const ours = Object.keys(process.env).filter(isSwitchyardVariable);
  const env = Object.fromEntries(ours.map((variable) => [variable, undefined]));
  return new LanguageClient(id, name, { module, transport: TransportKind.ipc, options: { env } }, options);
}
