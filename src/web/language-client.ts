/** Language client of a server in a web worker. The client reads the server's code chunks for it. */
import { type LanguageClientOptions, State } from 'vscode-languageclient';
import { BrowserMessageReader, BrowserMessageWriter, LanguageClient } from 'vscode-languageclient/browser';
import type { EditorRequests } from '../../common/messages/protocol.ts';
import type { ServerCode } from './server-worker.ts';

export function createLanguageClient(
  { start, read, translations }: ServerCode,
  id: string,
  name: string,
  options: LanguageClientOptions,
): LanguageClient {
  let worker: Worker | undefined;
  const connect = async () => {
    worker = start();
    return { reader: new BrowserMessageReader(worker), writer: new BrowserMessageWriter(worker) };
  };
  const client = new LanguageClient(id, name, connect, {
    ...options,
    initializationOptions: { ...options.initializationOptions, translations },
  });
  client.onDidChangeState(({ newState }) => {
    if (newState === State.Stopped) worker?.terminate();
  });
  const readChunk = ({ name: chunk }: EditorRequests['switchyard/readChunk'][0]) => read(chunk);
  client.onRequest('switchyard/readChunk' satisfies keyof EditorRequests, readChunk);
  return client;
}
