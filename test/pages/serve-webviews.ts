/** Serves the built webviews over HTTP, because scripts of file URLs can't load other files. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { root } from '../../scripts/lib/repository.ts';
import { type LocalServer, listen } from '../local-server.ts';

const types: Record<string, string> = { '.js': 'text/javascript', '.css': 'text/css', '.ttf': 'font/ttf' };

/**
 * Any path with another extension is answered with the page.
 * @param page returns the HTML of the page
 * @param folders where scripts and styles are searched, from the root of the repository
 */
export function serveWebviews(page: () => string, folders: readonly string[] = ['dist/webview']): Promise<LocalServer> {
  return listen(async (request, response) => {
    const name = new URL(request.url ?? '/', 'http://webview').pathname;
    const type = types[path.extname(name)];
    if (type === undefined) return void response.setHeader('content-type', 'text/html').end(page());
    for (const folder of folders) {
      const bytes = await readFile(path.join(root, folder, name)).catch(() => undefined);
      if (bytes) return void response.setHeader('content-type', type).end(bytes);
    }
    response.writeHead(404).end();
  });
}
