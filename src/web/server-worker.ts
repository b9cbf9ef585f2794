/** Loads the code of the language server, which runs in a web worker, and its localized texts. */
import { env } from 'vscode';
import { languagesOf } from '../../common/text/languages.ts';

export interface ServerCode {
  /** Starts the server. The first call returns the worker that is already running. */
  start(): Worker;
  /** Reads a code chunk of the server that is loaded on first use. */
  readonly read: (name: string) => Promise<string>;
  /** The server's texts in the editor's display language; undefined for English. */
  readonly translations: unknown;
}

/** @param read reads a file of the browser build */
export async function loadServer(read: (name: string) => Promise<string>): Promise<ServerCode> {
  const [script, translations] = await Promise.all([read('server.js'), readTranslations(read)]);
  const url = URL.createObjectURL(new Blob([script], { type: 'text/javascript' }));
  // The worker evaluates its code while the client is still loading. Messages sent to it in the meantime are queued.
  let first: Worker | undefined = new Worker(url);
  const start = () => {
    const worker = first ?? new Worker(url);
    first = undefined;
    return worker;
  };
  return { start, read, translations };
}

async function readTranslations(read: (name: string) => Promise<string>): Promise<unknown> {
  for (const language of languagesOf(env.language))
    try {
      return JSON.parse(await read(`../../l10n/server.l10n.${language}.json`));
    } catch {
      // No translation into this language.
    }
  return undefined;
}
