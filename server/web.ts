/** Entry point of the language server in a web worker, for editors in a browser. */
import { BrowserMessageReader, BrowserMessageWriter, createConnection } from 'vscode-languageserver/browser';
import { machineWith } from './config/platform.ts';
import { EditorFiles } from './files/editor-files.ts';
import { afterBurst, connectionOptions } from './protocol/host.ts';
import { startServer } from './protocol/server.ts';

const connection = createConnection(
  new BrowserMessageReader(globalThis),
  new BrowserMessageWriter(globalThis),
  connectionOptions(),
);
/** Defined and documented in `scripts/split-bundle.ts`. */
declare const __chunks: { read: (name: string) => Promise<string> };

__chunks.read = (name) => connection.sendRequest('switchyard/readChunk', { name });
const files = new EditorFiles((method, params) => connection.sendRequest(method, params));

startServer(connection, {
  home: undefined,
  machine: machineWith(files),
  editorFiles: files,
  later: afterBurst,
});
