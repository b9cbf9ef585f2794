/** Entry point in VS Code on a computer, where extensions run in Node.js. */
import type { ExtensionContext } from 'vscode';
import { start, type TestApi } from './activate.ts';
import { nodePlatform } from './node/platform.ts';
import { usePlatform } from './shared/platform.ts';

/** Returns the features to tests; other extensions get nothing. */
export function activate(context: ExtensionContext): TestApi | undefined {
  usePlatform(nodePlatform(context.extensionPath));
  return start(context);
}
