/** Entry point in editors in a browser, where extensions run in a web worker. */
import { type ExtensionContext, Uri } from 'vscode';
import { start, type TestApi } from '../activate.ts';
import { usePlatform } from '../shared/platform.ts';
import { webPlatform } from './platform.ts';

/** Defined by `scripts/split-bundle.ts`, which explains it. */
declare const __chunks: { read: (name: string) => Promise<string> };

/** Returns the features to tests; other extensions get nothing. */
export function activate(context: ExtensionContext): TestApi | undefined {
  // As VS Code loads the entry point: faster than through its file system.
  const readFrom = (folder: string) => async (name: string) => {
    const response = await fetch(Uri.joinPath(context.extensionUri, folder, name).toString(true));
    if (!response.ok) throw new Error(`${name}: ${response.status}`);
    return response.text();
  };
  __chunks.read = readFrom('dist/chunks');
  usePlatform(webPlatform(readFrom('dist/web')));
  return start(context);
}
