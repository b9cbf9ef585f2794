/** The worlds of the specs for every commit. A workbench takes longer to start than most tests, so files share them. */
import { everything } from '../tool-server.ts';
import type { WorldOptions } from './session.ts';

const shared = {
  // A document with inserted text stays unsaved until it's closed.
  'files.autoSave': 'off',
  'files.simpleDialog.enable': true,
  'workbench.reduceMotion': 'on',
  'editor.minimap.enabled': false,
  'switchyard.chat.model': 'anthropic/claude-haiku-4.5',
};

/** Without an account, in a project that isn't trusted until `WorkbenchPage.trust`. */
export const signedOut: WorldOptions = {
  untrusted: true,
  settings: {
    ...shared,
    'editor.inlayHints.enabled': 'on',
    // VS Code shows its own lenses only with this setting.
    'chat.disableAIFeatures': false,
  },
};

export const signedIn: WorldOptions = {
  signedIn: true,
  settings: {
    ...shared,
    'chat.disableAIFeatures': false,
    'chat.mcp.autostart': 'never',
  },
};

/** In a web extension host, without an account. */
export const inBrowser: WorldOptions = { settings: shared };

// biome-ignore lint/suspicious/noTemplateCurlyInString: that is how variables look
const local = { command: process.execPath, args: [everything, '${MODE:-stdio}'] };

/** A config file with a real server, and one that is off. */
export const serversText = `${JSON.stringify({ mcpServers: { local, off: { command: 'x', enabled: false } } }, null, 2)}\n`;
