/** Sets the Node.js platform, which the desktop extension uses, and a new editor before each file and after each test. */
import { afterEach, vi } from 'vitest';
import { root } from '../../scripts/lib/repository.ts';
import { nodePlatform } from '../../src/node/platform.ts';
import { usePlatform } from '../../src/shared/platform.ts';
import { resetEditor } from './fake-vscode.ts';

function reset(): void {
  usePlatform(nodePlatform(root));
  resetEditor();
  vi.useRealTimers();
  vi.unstubAllEnvs();
}

reset();
// Runs after those of the file.
afterEach(reset);
