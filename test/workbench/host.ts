/**
 * Installs a real VS Code that runs without a desktop: code-server from npm (its version 4.x.y is VS Code 1.x.y) and
 * the Node version it requires, into the ignored cache folder. All downloads are from the npm registry.
 */
import { spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../../scripts/lib/repository.ts';

const cache = process.env.SWITCHYARD_CACHE ?? path.join(root, '.cache');

/** The newest and oldest versions that Switchyard supports. `oldest` is `engines.vscode` of package.json. */
export const hosts = {
  newest: { codeServer: '4.139.1', node: '24.21.0' },
  oldest: { codeServer: '4.110.0', node: '22.23.3' },
} as const;
export type HostName = keyof typeof hosts;

export interface Host {
  readonly name: HostName;
  /** The VS Code version, such as `1.139.1`. */
  readonly version: string;
  /** The Node binary that runs the server. */
  readonly node: string;
  /** Entry point of code-server: keeps SecretStorage over a reload, newest host only. */
  readonly wrapper: string;
  /** Entry point of the VS Code server inside it. */
  readonly server: string;
}

/** Unused folders of code-server, most of its 600 MB. */
const UNUSED = [
  'node_modules/@github',
  'node_modules/@microsoft/mxc-sdk',
  'node_modules/@devcontainers',
  'extensions/copilot',
  'extensions/mermaid-markdown-features',
];

const ensured = new Map<HostName, Promise<Host>>();

/** Installs the host if it's missing, and prints a line for each step. Does nothing if it's complete. */
export function ensureHost(name: HostName): Promise<Host> {
  // Once for all parts of a run, which may need it at the same time.
  const host = ensured.get(name) ?? install(name);
  ensured.set(name, host);
  return host;
}

async function install(name: HostName): Promise<Host> {
  const { codeServer, node: nodeVersion } = hosts[name];
  const version = codeServer.replace(/^4/, '1');
  const node = await ensureNode(nodeVersion);
  const home = path.join(cache, `code-server-${codeServer}`);
  const vscode = path.join(home, 'node_modules/code-server/lib/vscode');
  const host: Host = {
    name,
    version,
    node,
    wrapper: path.join(home, 'node_modules/code-server/out/node/entry.js'),
    server: path.join(vscode, 'out/server-main.js'),
  };
  const done = path.join(home, '.complete');
  if (existsSync(done)) return host;

  console.log(`Installing VS Code ${version} (code-server ${codeServer}) for the workbench; about half a minute …`);
  rmSync(home, { recursive: true, force: true });
  mkdirSync(home, { recursive: true });
  writeFileSync(path.join(home, 'package.json'), '{"private":true}\n');
  const quiet = ['--no-audit', '--no-fund', '--ignore-scripts', '--loglevel=error'];
  await npm(node, ['install', '--no-save', ...quiet, `code-server@${codeServer}`], home);
  console.log('  its server packages …');
  await npm(node, ['install', '--omit=dev', ...quiet], vscode);
  for (const folder of UNUSED) rmSync(path.join(vscode, folder), { recursive: true, force: true });
  console.log('  its built-in extensions …');
  await npm(node, ['install', '--omit=dev', ...quiet], path.join(vscode, 'extensions'));
  await buildNatives(node, vscode);
  linkHelper(path.join(vscode, 'bin/remote-cli'), 'code-linux.sh', 'code-server');
  linkHelper(path.join(vscode, 'bin/helpers'), 'browser-linux.sh', 'browser.sh');
  writeFileSync(done, '');
  return host;
}

/**
 * Builds two optional native modules, which all Node versions can load: only once, for the first host. Without a compiler,
 * the workbench runs but writes no log files.
 */
async function buildNatives(node: string, vscode: string): Promise<void> {
  const built = path.join(cache, 'native-modules');
  const modules = ['@vscode/spdlog', '@vscode/native-watchdog'];
  const folderOf = (name: string) => path.join(vscode, 'node_modules', name, 'build/Release');
  const copyAll = (from: (name: string) => string, to: (name: string) => string) => {
    for (const name of modules)
      cpSync(from(name), to(name), { recursive: true, filter: (file) => !/\/(?:\.deps|obj\.target)$/.test(file) });
  };
  try {
    if (!existsSync(built)) {
      console.log('  its two native modules …');
      await npm(node, ['rebuild', '--ignore-scripts=false', '--loglevel=silent', ...modules], vscode);
      copyAll(folderOf, (name) => path.join(`${built}.partial`, name));
      renameSync(`${built}.partial`, built);
    } else copyAll((name) => path.join(built, name), folderOf);
  } catch {
    console.log('  (no C++ compiler: the workbench will run, but without log files)');
  }
}

function linkHelper(folder: string, from: string, to: string): void {
  if (existsSync(path.join(folder, from)) && !existsSync(path.join(folder, to)))
    symlinkSync(from, path.join(folder, to));
}

async function ensureNode(version: string): Promise<string> {
  const name = `node-${process.platform}-${process.arch}`;
  const home = path.join(cache, `node-${version}`);
  const node = path.join(home, 'node_modules', name, 'bin/node');
  if (existsSync(node)) return node;
  console.log(`Fetching Node ${version} for the workbench …`);
  mkdirSync(home, { recursive: true });
  writeFileSync(path.join(home, 'package.json'), '{"private":true}\n');
  await npm(
    process.execPath,
    ['install', '--no-save', '--no-audit', '--no-fund', '--ignore-scripts', '--loglevel=error', `${name}@${version}`],
    home,
  );
  return node;
}

/** Runs npm with the given Node. Its output is only in the error if it fails. */
function npm(node: string, args: string[], cwd: string): Promise<void> {
  const cli = process.env.npm_execpath;
  const env = {
    ...process.env,
    PATH: [path.dirname(node), process.env.PATH].join(path.delimiter),
    // The npm package of Node contains its headers, so that building native modules requires no download.
    npm_config_nodedir: path.resolve(path.dirname(node), '..'),
    // Fast to compile matters more than fast to run.
    CXXFLAGS: '-O0',
  };
  return new Promise((resolve, reject) => {
    const child =
      cli && /npm-cli\.[cm]?js$/.test(cli)
        ? spawn(node, [cli, ...args], { cwd, env })
        : spawn('npm', args, { cwd, env });
    let output = '';
    child.stdout.on('data', (data) => (output += data));
    child.stderr.on('data', (data) => (output += data));
    child.on('error', reject);
    child.on('exit', (code) =>
      code === 0 ? resolve() : reject(new Error(`npm ${args.join(' ')} failed in ${cwd}:\n${output}`)),
    );
  });
}
