/** Runs before each file of unit tests: sets the Node.js platform, which the desktop extension uses, and a new editor. */
import { vi } from 'vitest';
import { root } from '../../scripts/lib/repository.ts';
import { nodePlatform } from '../../src/node/platform.ts';
import { usePlatform } from '../../src/shared/platform.ts';
import { resetEditor } from './fake-vscode.ts';

usePlatform(nodePlatform(root));
resetEditor();
vi.useRealTimers();
vi.unstubAllEnvs();
