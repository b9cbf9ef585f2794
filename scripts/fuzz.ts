/**
 * `npm run fuzz [inputs]`: the long version of the fuzz tests, with a new seed; 200,000 inputs by default. Prints how many
 * findings a typo causes.
 */
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { root } from './lib/repository.ts';

const tests = ['fuzz', 'typos', 'action-properties'].map((name) => `test/unit/server/${name}.test.ts`);
const { status } = spawnSync(path.join(root, 'node_modules/.bin/vitest'), ['run', ...tests], {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, SWITCHYARD_FUZZ: process.argv[2] ?? '200000' },
});
process.exit(status ?? 1);
