/** The language client whose server is a web worker. The client reads the parts of its code. */
import { env } from 'vscode';
import { type LanguageClientOptions, State } from 'vscode-languageclient';
import { BrowserMessageReader, BrowserMessageWriter, LanguageClient } from 'vscode-languageclient/browser';
import { languagesOf } from '../../common/languages.ts';
import type { EditorRequests } from '../../common/protocol.ts';

/** The code of the server: the text of its script, and what reads its other parts. */
interface ServerCode {
  readonly script: string;
  readonly read: (name: string) => Promise<string>;
}

export async function createClient(
  { script, read }: ServerCode,
  id: string,
  name: string,
  options: LanguageClientOptions,
): Promise<LanguageClient> {
  const url = URL.createObjectURL(new Blob([script], { type: 'text/javascript' }));
  let worker: Worker | undefined;
  const start = async () => {
    worker = new Worker(url);
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
