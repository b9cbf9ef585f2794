// Entry point of every npm script. A fresh clone has no packages and possibly an old Node: this installs both,
// with visible progress, and then runs the given command. Plain JavaScript without dependencies, Node 18 or newer.
//
//   node scripts/bootstrap.mjs <script.ts | package binary> [args...]
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const cache = process.env.SWITCHYARD_CACHE ?? path.join(root, '.cache');
/** The oldest Node that runs our TypeScript without a build and supports every tool we use. */
const NODE_NEEDED = [24, 18];
/** Version to download from the npm registry if the running Node is older. */
const NODE_VERSION = '24.21.0';

const fail = (message) => {
  console.error(`\n${message}`);
  process.exit(1);
};

/** Runs npm with the given Node, so that native packages and engine checks see the Node that will be used. */
function npm(node, args, cwd) {
  const cli = process.env.npm_execpath;
  const useCli = cli !== undefined && /npm-cli\.[cm]?js$/.test(cli);
  const result = useCli
    ? spawnSync(node, [cli, ...args], { cwd, stdio: 'inherit', env: withNode(node) })
    : spawnSync('npm', args, { cwd, stdio: 'inherit', env: withNode(node), shell: process.platform === 'win32' });
  if (result.status !== 0)
    fail(`'npm ${args.join(' ')}' failed. See the lines above; run the same command again once the cause is gone.`);
}

function withNode(node, extra = {}) {
  const bin = path.join(root, 'node_modules', '.bin');
  return { ...process.env, ...extra, PATH: [path.dirname(node), bin, process.env.PATH].join(path.delimiter) };
}

function newEnough(version) {
  const [major, minor] = version.split('.').map(Number);
  return major > NODE_NEEDED[0] || (major === NODE_NEEDED[0] && minor >= NODE_NEEDED[1]);
}

function ensureNode() {
  if (newEnough(process.versions.node)) return process.execPath;
  const platform = process.platform === 'win32' ? 'win' : process.platform;
  const name = `node-${platform}-${process.arch}`;
  const home = path.join(cache, `node-${NODE_VERSION}`);
  const node = path.join(home, 'node_modules', name, 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
  if (!existsSync(node)) {
    console.log(
      `Node ${process.versions.node} is here, ${NODE_NEEDED.join('.')} or newer is needed: fetching Node ${NODE_VERSION} into ${path.relative(root, home) || home} …`,
    );
    mkdirSync(home, { recursive: true });
    writeFileSync(path.join(home, 'package.json'), '{"private":true}\n');
    npm(
      process.execPath,
      ['install', '--no-audit', '--no-fund', '--ignore-scripts', '--loglevel=error', `${name}@${NODE_VERSION}`],
      home,
    );
    if (!existsSync(node))
      fail(
        `There is no ready-made Node for ${name}. Install Node ${NODE_NEEDED.join('.')} or newer and run this again.`,
      );
  }
  return node;
}

function ensurePackages(node) {
  const lock = readFileSync(path.join(root, 'package-lock.json'));
  const wanted = createHash('sha256').update(lock).digest('hex');
  const stamp = path.join(root, 'node_modules', '.switchyard-lock');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
  console.log('Installing the packages that package-lock.json names …');
  npm(node, ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'], root);
  writeFileSync(stamp, wanted);
}

const [target, ...args] = process.argv.slice(2);
if (target === undefined) fail('usage: node scripts/bootstrap.mjs <script.ts | package binary> [args...]');
const node = ensureNode();
ensurePackages(node);
const isScript = /\.(ts|mjs|js)$/.test(target);
const binary = path.join(root, 'node_modules', '.bin', target + (process.platform === 'win32' ? '.cmd' : ''));
const [command, commandArgs] = isScript ? [node, [path.join(root, target), ...args]] : [binary, args];
const child = spawn(command, commandArgs, {
  cwd: root,
  stdio: 'inherit',
  env: withNode(node, { SWITCHYARD_CACHE: cache }),
  shell: !isScript && process.platform === 'win32',
});
// Ctrl+C in the terminal reaches the child directly (same process group). Other signals are forwarded.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
  process.on(signal, () => signal !== 'SIGINT' && child.kill(signal));
child.on('exit', (code, signal) => process.exit(code ?? (signal === 'SIGINT' ? 130 : 1)));
