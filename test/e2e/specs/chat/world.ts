import type { WorldOptions } from '../../session.ts';

export const options: WorldOptions = {
  signedIn: true,
  settings: {
    'switchyard.chat.model': 'anthropic/claude-haiku-4.5',
    'switchyard.chat.budget': 0.0001,
    'files.simpleDialog.enable': true,
    // A document with inserted text stays unsaved until it's closed.
    'files.autoSave': 'off',
  },
  files: { 'src/retry.ts': 'export function retry() {\n  return 3;\n}\n' },
};
