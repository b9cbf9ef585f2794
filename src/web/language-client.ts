/** The language client whose server is a web worker. The client reads the parts of its code. */
import { env } from 'vscode';
import { type LanguageClientOptions, State } from 'vscode-languageclient';
import { BrowserMessageReader, BrowserMessageWriter, LanguageClient } from 'vscode-languageclient/browser';
import { languagesOf } from '../../common/languages.ts';
import type { EditorRequests } from '../../common/protocol.ts';

/** @param read reads a file of the browser build */
export async function createClient(
  read: (name: string) => Promise<string>,
  id: string,
  name: string,
  options: LanguageClientOptions,
): Promise<LanguageClient> {
  const script = URL.createObjectURL(new Blob([await read('server.js')], { type: 'text/javascript' }));
  let worker: Worker | undefined;
  const start = async () => {
    worker = new Worker(script);
    return { reader: new BrowserMessageReader(worker), writer: new BrowserMessageWriter(worker) };
  };
  const client = new LanguageClient(id, name, start, {
    ...options,
    initializationOptions: { ...options.initializationOptions, translations: await translations(read) },
  });
  client.onDidChangeState(({ newState }) => {
    if (newState === State.Stopped) worker?.terminate();
  });
  const readChunk = ({ name: chunk }: EditorRequests['switchyard/readChunk'][0]) => read(chunk);
  client.onRequest('switchyard/readChunk' satisfies keyof EditorRequests, readChunk);
  return client;
}

/** What the server says in the language of the editor; undefined for English. */
async function translations(read: (name: string) => Promise<string>): Promise<unknown> {
  for (const language of languagesOf(env.language))
    try {
      return JSON.parse(await read(`../../l10n/server.l10n.${language}.json`));
    } catch {
      // There is no such file.
    }
  return undefined;
}
