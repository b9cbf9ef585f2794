/** The code of the language server, which runs in a web worker, and the texts of its language. */
import { env } from 'vscode';
import { languagesOf } from '../../common/languages.ts';

export interface ServerCode {
  /** Starts the server; the first time, it runs already. */
  start(): Worker;
  /** Reads a part of it that is loaded on first use. */
  readonly read: (name: string) => Promise<string>;
  /** What the server says in the language of the editor; undefined for English. */
  readonly translations: unknown;
}

/** @param read reads a file of the browser build */
export async function loadServer(read: (name: string) => Promise<string>): Promise<ServerCode> {
  const [script, translations] = await Promise.all([read('server.js'), readTranslations(read)]);
  const url = URL.createObjectURL(new Blob([script], { type: 'text/javascript' }));
  // It evaluates its code while the client is still loading; what is sent to it in the meantime isn't lost.
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
      // There is no such file.
    }
  return undefined;
}
