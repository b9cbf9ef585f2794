/**
 * `npm run test:git-install`: installs the last commit as `npm install <git url>` and the Node.js hook of pre-commit do,
 * with `prepare` building the programs; also what the branch of a release contains, globally. Not part of `npm test`,
 * because npm downloads all packages of the project for it.
 */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { root } from '../../scripts/lib/repository.ts';
import { TemporaryFolder } from '../temporary-folder.ts';
import { must, userEnvironment } from './user-environment.ts';

const folder = new TemporaryFolder('git-install');
const use = (command: string, args: readonly string[], cwd = folder.path) =>
  promisify(execFile)(command, args, { cwd, env: userEnvironment(), shell: process.platform === 'win32' });
const quiet = ['--prefer-offline', '--no-audit', '--no-fund'];
const isSchema = ({ stdout }: { stdout: string }): boolean => JSON.parse(stdout).title !== undefined;
/** Installs globally, but into the temporary folder. */
const installGlobally = (repository: string) =>
  use('npm', [
    'install',
    '--global',
    '--prefix',
    folder.at('global'),
    ...quiet,
    `git+${pathToFileURL(repository).href}`,
  ]);
try {
  folder.write('package.json', { private: true });
  await use('npm', ['install', ...quiet, `git+${pathToFileURL(root).href}`]);
  must(isSchema(await use(folder.at('node_modules/.bin/mcp-config'), ['schema'])), 'the program prints no schema');

  // The hook of pre-commit packs a clone without installed packages, and reads the last line as the file name.
  await use('git', ['clone', '--quiet', root, 'clone']);
  const packed = await use('npm', ['pack', '--pack-destination', folder.path], folder.at('clone'));
  const [, file = ''] = /^(switchyard-[\w.-]+\.tgz)\n$/.exec(packed.stdout) ?? [];
  must(file !== '', `npm pack printed more than the file name: ${packed.stdout}`);

  const failed = await installGlobally(root).then(
    () => 'nothing',
    ({ stderr }: { stderr: string }) => stderr,
  );
  must(failed.includes('Install the built one'), `a global installation of the source printed ${failed}`);

  // The branch of a release has the built programs and no scripts.
  await use('tar', ['-xzf', file]);
  const {
    scripts: _,
    devDependencies: __,
    ...manifest
  } = JSON.parse(readFileSync(folder.at('package/package.json'), 'utf8'));
  folder.write('package/package.json', manifest);
  const identity = ['-c', 'user.name=test', '-c', 'user.email=test@example.com'];
  for (const args of [
    ['init', '--quiet'],
    ['add', '--all', '--force'],
    [...identity, 'commit', '--quiet', '--message', 'x'],
  ])
    await use('git', args, folder.at('package'));
  await installGlobally(folder.at('package'));
  must(isSchema(await use(folder.at('global/bin/mcp-config'), ['schema'])), 'the global program prints no schema');
  console.log('npm installs from git, and npm pack prints only the file name.');
} finally {
  folder.remove();
}
