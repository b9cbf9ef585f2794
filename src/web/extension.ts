/** Entry point in VS Code for the Web, where extensions run in a web worker. */
import { type ExtensionContext, Uri } from 'vscode';
import { start, type TestApi } from '../activate.ts';
import { type Platform, usePlatform } from '../shared/platform.ts';
import { loadServer } from './server-worker.ts';

/** No environment, no processes, and files through the editor. @param read reads a file of the browser build */
const webPlatform = (read: (name: string) => Promise<string>): Platform => ({
  environment: {},
  home: undefined,
  languageClient: async () => {
    // In parallel: together they take most of the time until the first diagnostics.
    const [{ createLanguageClient }, server] = await Promise.all([import('./language-client.ts'), loadServer(read)]);
    return (id, name, options) => createLanguageClient(server, id, name, options);
  },
  fetch: async (input, init) => (await import('./fetch.ts')).fetchAcrossOrigins(input, init),
  folder: async (uri) => new (await import('../shared/editing/editor-folder.ts')).EditorFolder(uri),
  requestImage: async (request) => (await import('./image-request.ts')).requestImage(request),
});

/** Defined and documented in `scripts/split-bundle.ts`. */
declare const __chunks: { read: (name: string) => Promise<string> };

/** Returns the features only in tests. Other extensions get no API. */
export function activate(context: ExtensionContext): TestApi | undefined {
  // Uses fetch, as VS Code does for the entry point: it's faster than the file system API.
  const readFrom = (folder: string) => async (name: string) => {
    const response = await fetch(Uri.joinPath(context.extensionUri, folder, name).toString(true));
    if (!response.ok) throw new Error(`${name}: ${response.status}`);
    return response.text();
  };
  __chunks.read = readFrom('dist/chunks');
  usePlatform(webPlatform(readFrom('dist/web')));
  return start(context);
}
