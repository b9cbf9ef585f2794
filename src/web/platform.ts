/** Platform in VS Code for the Web: no environment, no processes, and files through the editor. */
import type { Platform } from '../shared/platform.ts';
import { loadServer } from './server-worker.ts';

/** @param read reads a file of the browser build */
export const webPlatform = (read: (name: string) => Promise<string>): Platform => ({
  environment: {},
  home: undefined,
  languageClient: async () => {
    // In parallel: together they take most of the time until the first diagnostics.
    const [{ createClient }, server] = await Promise.all([import('./language-client.ts'), loadServer(read)]);
    return (id, name, options) => createClient(server, id, name, options);
  },
  fetch: async (input, init) => (await import('./fetch.ts')).fetchAcrossOrigins(input, init),
  folder: async (uri) => new (await import('../shared/editor-folder.ts')).EditorFolder(uri),
  requestImage: async (request) => (await import('./image-request.ts')).requestImage(request),
});
