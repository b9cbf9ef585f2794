// npm runs this when it installs from Git or packs. Builds the programs of the npm package with the packages of the lock
// file, which it installs first for `npm pack` in a new clone. Plain JavaScript for Node 20. Prints nothing, because some
// tools read the output of `npm pack`.
import { execFileSync } from 'node:child_process';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
if (!isInstalled('esbuild')) {
  // npm passes `--global` on to the installation in its clone. That installs no packages, but links the clone, which npm
  // then empties and deletes.
  if (process.env.npm_config_global === 'true')
    fail(
      "npm can't build a package from Git for a global installation. Install the built one: add #dist-v<version> to the address.",
    );
  installPackages();
}
const { build } = await import('esbuild');
// As deep as the folders of its modules, which find the repository from there.
const outfile = path.join(root, 'out/prepare/prepare.mjs');
// The build itself is TypeScript, which Node 20 doesn't run.
await build({
  absWorkingDir: root,
  entryPoints: ['scripts/build.ts'],
  outfile,
  bundle: true,
  platform: 'node',
  target: 'node20',
  format: 'esm',
  packages: 'external',
  logLevel: 'error',
});
const { buildPrograms } = await import(pathToFileURL(outfile).href);
await buildPrograms();

function isInstalled(name) {
  try {
    createRequire(import.meta.url).resolve(name);
    return true;
  } catch {
    return false;
  }
}

function fail(message) {
  console.error(message);
  process.exit(1);
}

function installPackages() {
  // Settings of the npm that runs this script would apply to this one too.
  const inherited = /^npm_config_(?:dry_run|json|omit|prefix|local_prefix)$/i;
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !inherited.test(name)));
  const args = ['ci', '--ignore-scripts', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'];
  const { npm_execpath: npm = '' } = process.env;
  const options = { cwd: root, env, stdio: ['ignore', 'ignore', 'inherit'] };
  if (/npm-cli\.c?js$/.test(npm)) execFileSync(process.execPath, [npm, ...args], options);
  else execFileSync('npm', args, { ...options, shell: process.platform === 'win32' });
}
