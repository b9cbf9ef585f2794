/** Entry point in desktop and remote VS Code, where extensions run in Node.js. */
import type { ExtensionContext } from 'vscode';
import { start, type TestApi } from './activate.ts';
import { nodePlatform } from './node/platform.ts';
import { usePlatform } from './shared/platform.ts';

/** Returns the features only in tests. Other extensions get no API. */
export function activate(context: ExtensionContext): TestApi | undefined {
  usePlatform(nodePlatform(context.extensionPath));
  return start(context);
}
