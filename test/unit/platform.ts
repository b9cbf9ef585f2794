/** Runs before each file of unit tests: sets the Node.js platform, which the desktop extension uses. */
import { root } from '../../scripts/lib/repository.ts';
import { nodePlatform } from '../../src/node/platform.ts';
import { usePlatform } from '../../src/shared/platform.ts';

usePlatform(nodePlatform(root));
