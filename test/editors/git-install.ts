/**
 * `npm run test:git-install`: installs the last commit as `npm install <git url>` and the Node.js hook of pre-commit do,
 * with `prepare` building the programs. Not part of `npm test`, because npm downloads all packages of the project for it.
 */
import { execFile } from 'node:child_process';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { root } from '../../scripts/lib/repository.ts';
import { TemporaryFolder } from '../temporary-folder.ts';
import { must, userEnvironment } from './user-environment.ts';

const folder = new TemporaryFolder('git-install');
const use = (command: string, args: readonly string[], cwd = folder.path) =>
  promisify(execFile)(command, args, { cwd, env: userEnvironment(), shell: process.platform === 'win32' });
try {
  folder.write('package.json', { private: true });
  await use('npm', ['install', '--prefer-offline', '--no-audit', '--no-fund', `git+${pathToFileURL(root).href}`]);
  const { stdout } = await use(folder.at('node_modules/.bin/mcp-config'), ['schema']);
  must(JSON.parse(stdout).title !== undefined, 'the installed program prints no schema');
  // The hook of pre-commit reads the last line of the output as the file name.
  const packed = await use('npm', ['pack', '--pack-destination', folder.path], root);
  must(/^switchyard-[\w.-]+\.tgz\n$/.test(packed.stdout), `npm pack printed more than the file name: ${packed.stdout}`);
  console.log('npm installs from git, and npm pack prints only the file name.');
} finally {
  folder.remove();
}
