/** `npm run fuzz [inputs]`: the long form of the fuzz test, with a new seed; 200,000 inputs when no number is given. */
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { root } from './lib/run.ts';

const { status } = spawnSync(path.join(root, 'node_modules/.bin/vitest'), ['run', 'test/unit/server/fuzz.test.ts'], {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, SWITCHYARD_FUZZ: process.argv[2] ?? '200000' },
});
process.exit(status ?? 1);
