/** Runs before each file of unit tests: they run on Node.js, as the extension on a computer does. */
import path from 'node:path';
import { nodePlatform } from '../../src/node/platform.ts';
import { usePlatform } from '../../src/shared/platform.ts';

usePlatform(nodePlatform(path.resolve(import.meta.dirname, '../..')));
