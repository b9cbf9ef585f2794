/** Entry point in VS Code for the Web, where extensions run in a web worker. */
import { type ExtensionContext, Uri } from 'vscode';
import { start, type TestApi } from '../activate.ts';
import { usePlatform } from '../shared/platform.ts';
import { webPlatform } from './platform.ts';

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
