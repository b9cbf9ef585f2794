/**
 * `npm run test:git-install`: installs the last commit as `npm install <git url>` and the Node.js hook of pre-commit do,
 * with `prepare` building the programs. Not part of `npm test`, because npm downloads all packages of the project for it.
 */
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { root } from '../../scripts/lib/run.ts';
import { must, userEnvironment } from './user-environment.ts';

const folder = await mkdtemp(path.join(tmpdir(), 'switchyard-git-install-'));
const use = (command: string, args: readonly string[], cwd = folder) =>
  promisify(execFile)(command, args, { cwd, env: userEnvironment(), shell: process.platform === 'win32' });
try {
  await writeFile(path.join(folder, 'package.json'), '{"private":true}');
  await use('npm', ['install', '--prefer-offline', '--no-audit', '--no-fund', `git+${pathToFileURL(root).href}`]);
  const { stdout } = await use(path.join(folder, 'node_modules/.bin/mcp-config'), ['schema']);
  must(JSON.parse(stdout).title !== undefined, 'the installed program prints no schema');
  // The hook of pre-commit reads the last line of the output as the file name.
  const packed = await use('npm', ['pack', '--pack-destination', folder], root);
  must(/^switchyard-[\w.-]+\.tgz\n$/.test(packed.stdout), `npm pack printed more than the file name: ${packed.stdout}`);
  console.log('npm installs from git, and npm pack prints only the file name.');
} finally {
  await rm(folder, { recursive: true });
}
