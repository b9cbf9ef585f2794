/** The entry point of the language server in a web worker, for editors in a browser. */
import { BrowserMessageReader, BrowserMessageWriter, createConnection } from 'vscode-languageserver/browser';
import { connectionOptions } from './connection-options.ts';
import { EditorFiles } from './editor-files.ts';
import { burst, startServer } from './server.ts';

const connection = createConnection(
  new BrowserMessageReader(globalThis),
  new BrowserMessageWriter(globalThis),
  connectionOptions,
);
/** Defined by `scripts/web-bundle.ts`, which explains it. */
declare const __chunks: { read: (name: string) => Promise<string> };

__chunks.read = (name) => connection.sendRequest('switchyard/readChunk', { name });
const files = new EditorFiles((method, params) => connection.sendRequest(method, params));

startServer(connection, {
  home: undefined,
  machine: {
    files,
    hasCommand: () => false,
    variables: () => [],
    folderVariable: () => undefined,
    addedSettings: () => [],
    installedAgent: () => undefined,
  },
  editorFiles: files,
  later(run) {
    const timer = setTimeout(run, burst);
    return () => clearTimeout(timer);
  },
  saveMemory: () => undefined,
});
