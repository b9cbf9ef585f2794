/** Entry point in editors in a browser, where extensions run in a web worker. */
import { type ExtensionContext, Uri } from 'vscode';
import { start, type TestApi } from '../activate.ts';
import { usePlatform } from '../shared/platform.ts';
import { webPlatform } from './platform.ts';

/** Defined by `scripts/web-bundle.ts`, which explains it. */
declare const __chunks: { read: (name: string) => Promise<string> };

/** Returns the features to tests; other extensions get nothing. */
export function activate(context: ExtensionContext): TestApi | undefined {
  // As VS Code loads the entry point: faster than through its file system.
  const read = async (name: string) => {
    const response = await fetch(Uri.joinPath(context.extensionUri, 'dist/web', name).toString(true));
    if (!response.ok) throw new Error(`${name}: ${response.status}`);
    return response.text();
  };
  __chunks.read = read;
  usePlatform(webPlatform(read));
  return start(context);
}
