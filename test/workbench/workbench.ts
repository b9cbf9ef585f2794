/** A real workbench for tests and `npm start`: a VS Code server with separate folders, and its page. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { cpSync, mkdirSync, openSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { get } from 'node:http';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { freePort } from '../local-server.ts';
import { TemporaryFolder } from '../temporary-folder.ts';
import { until } from '../until.ts';
import { view } from './chromium.ts';
import type { Host } from './host.ts';

export interface WorkbenchOptions {
  readonly host: Host;
  /** Folder returned by `installExtensions`; the workbench uses a copy. */
  readonly extensions: string;
  readonly settings?: Record<string, unknown>;
  readonly env?: Record<string, string>;
  /** Required by in-process suites. Hides notification toasts, so tests of the interface don't use it. */
  readonly smokeTestDriver?: boolean;
  /** Keeps SecretStorage over a reload of the page (newest host only). */
  readonly wrapper?: boolean;
  /** Enables workspace trust, as for users; off by default because its dialog would cover every page. */
  readonly trust?: boolean;
  /** A free port; any if absent. A browser only reuses its cache for the same port. */
  readonly port?: number;
  /** Language of the interface, such as `de`. VS Code's own texts stay English: its language packs aren't on npm. */
  readonly language?: string;
}

export interface Workbench {
  readonly port: number;
  /** Folder with all state of this workbench; `home` in it is the user's home. */
  readonly root: string;
  readonly home: string;
  readonly extensions: string;
  /** URL that shows a folder or a workspace file; an empty window if undefined. */
  url(place: string | undefined, payload?: readonly (readonly [string, string])[]): string;
  /** Folder of an installed extension, by its ID without the version. */
  installed(id: string): string;
  stop(): Promise<void>;
}

const DEFAULTS = {
  'workbench.startupEditor': 'none',
  'telemetry.telemetryLevel': 'off',
  'extensions.autoUpdate': false,
  'extensions.autoCheckUpdates': false,
  'update.mode': 'none',
  'workbench.enableExperiments': false,
  'workbench.welcomePage.walkthroughs.openOnInstall': false,
  'git.enabled': false,
  'window.menuBarVisibility': 'classic',
};

/** For all suites. */
export const testSettings = {
  'chat.disableAIFeatures': true,
  // Tests act faster than a user: an editor that gets the focus late, as on a busy machine, would close a quick pick.
  'workbench.quickOpen.closeOnFocusLost': false,
};

const installations = new Map<string, Promise<string>>();

/**
 * Installs packaged extensions once for all workbenches, because that takes longer than starting a server.
 * @returns a temporary folder, which is deleted when this process ends
 */
export function installExtensions(host: Host, vsix: readonly string[]): Promise<string> {
  const key = [host.version, ...vsix].join('\n');
  const installed = installations.get(key) ?? install(host, vsix);
  installations.set(key, installed);
  return installed;
}

async function install(host: Host, vsix: readonly string[]): Promise<string> {
  const root = TemporaryFolder.untilExit('extensions');
  const extensions = root.at('extensions');
  const folders = ['--server-data-dir', root.at('server-data'), '--extensions-dir', extensions];
  const wanted = vsix.flatMap((file) => ['--install-extension', file]);
  await promisify(execFile)(host.node, [host.server, '--accept-server-license-terms', ...folders, ...wanted], {
    env: environment(host, { HOME: root.path, XDG_DATA_HOME: root.path }),
  });
  return extensions;
}

/**
 * Installs an extension as an editor in a browser uses it. If both entry points exist, VS Code prefers the one for
 * Node.js if there is a server, so the installed copy has only the one for browsers.
 */
export async function installForBrowser(host: Host, vsix: string, others: readonly string[]): Promise<string> {
  const { path: folder } = TemporaryFolder.untilExit('web-extension');
  cpSync(await installExtensions(host, [vsix, ...others]), folder, { recursive: true });
  const manifest = path.join(folder, installedName(folder, 'switchyard.switchyard'), 'package.json');
  const { main: _main, extensionKind: _kind, ...rest } = JSON.parse(readFileSync(manifest, 'utf8'));
  writeFileSync(manifest, JSON.stringify(rest));
  return folder;
}

function installedName(extensions: string, id: string): string {
  const name = readdirSync(extensions).find((entry) => entry.startsWith(`${id}-`));
  if (!name) throw new Error(`${id} is not installed in ${extensions}`);
  return name;
}

/** Starts a server with the extensions installed and waits until it answers. */
export async function startWorkbench(options: WorkbenchOptions): Promise<Workbench> {
  const { host, wrapper = false } = options;
  const root = new TemporaryFolder('workbench');
  const home = root.at('home');
  const userData = root.at('user-data');
  const extensions = root.at('extensions');
  mkdirSync(home);
  cpSync(options.extensions, extensions, { recursive: true });
  const settings = { ...DEFAULTS, 'security.workspace.trust.enabled': options.trust === true, ...options.settings };
  root.write('user-data/User/settings.json', settings);
  const config = root.write('config.yaml', 'auth: none\n');

  const env = environment(host, { ...options.env, HOME: home, XDG_DATA_HOME: root.path, CODE_SERVER_CONFIG: config });
  const folders = ['--user-data-dir', userData, '--extensions-dir', extensions];
  const program = wrapper
    ? [host.wrapper, '--config', config, ...folders]
    : [host.server, '--accept-server-license-terms', '--server-data-dir', root.at('server-data'), ...folders];

  const port = options.port ?? (await freePort());
  const driver = options.smokeTestDriver
    ? wrapper
      ? ['--vscode-option', 'enable-smoke-test-driver']
      : ['--enable-smoke-test-driver']
    : [];
  const trust = options.trust === true ? [] : ['--disable-workspace-trust'];
  const language = options.language === undefined ? [] : ['--locale', options.language];
  if (options.language !== undefined) writeEmptyLanguagePack(userData, options.language);
  const listen = wrapper
    ? [
        '--auth',
        'none',
        '--bind-addr',
        `127.0.0.1:${port}`,
        '--disable-telemetry',
        '--disable-update-check',
        '--disable-getting-started-override',
        '--ignore-last-opened',
      ]
    : ['--host', '127.0.0.1', '--port', String(port), '--without-connection-token', '--telemetry-level', 'off'];
  const logFile = root.at('server.log');
  const log = openSync(logFile, 'a');
  // A separate process group, so that stopping it ends the extension host and the language server too.
  const server = spawn(host.node, [...program, ...listen, ...trust, ...language, ...driver], {
    env,
    stdio: ['ignore', log, log],
    detached: true,
  });
  const stop = async () => {
    await endGroup(server);
    running.delete(server);
    root.remove();
  };
  running.add(server);
  await answers(`http://127.0.0.1:${port}${wrapper ? '/healthz' : '/version'}`, server, logFile);
  return {
    port,
    root: root.path,
    home,
    extensions,
    stop,
    url: (place, payload) => {
      const url = new URL(`http://localhost:${port}/`);
      if (place === undefined) url.searchParams.set('ew', 'true');
      else url.searchParams.set(place.endsWith('.code-workspace') ? 'workspace' : 'folder', place);
      if (payload) url.searchParams.set('payload', JSON.stringify(payload));
      return url.href;
    },
    installed: (id) => path.join(extensions, installedName(extensions, id)),
  };
}

/** VS Code needs a language pack to use a language. An empty one is enough for extensions to get their texts. */
function writeEmptyLanguagePack(userData: string, language: string): void {
  const texts = path.join(userData, 'empty-language-pack.json');
  writeFileSync(texts, JSON.stringify({ version: '1.0.0', contents: {} }));
  const extensions = [{ extensionIdentifier: { id: 'switchyard.empty-language-pack' }, version: '1.0.0' }];
  const pack = { hash: 'empty', extensions, translations: { vscode: texts }, label: language };
  writeFileSync(path.join(userData, 'languagepacks.json'), JSON.stringify({ [language]: pack }));
}

/** Returns the environment of a server: ours, without variables of an editor that may run this process. */
function environment(host: Host, extra: Record<string, string>): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(
    ([name]) =>
      !/^(VSCODE_|CODE_SERVER_|SWITCHYARD_|XDG_|PORT$|PASSWORD$|HASHED_PASSWORD$|npm_|NODE_OPTIONS$|ELECTRON_)/.test(
        name,
      ),
  );
  return {
    ...Object.fromEntries(kept),
    PATH: [path.dirname(host.node), process.env.PATH].join(path.delimiter),
    ...extra,
  };
}

const running = new Set<ChildProcess>();

/** Stops all started servers when this process exits. */
process.on('exit', () => {
  for (const child of running) kill(child, 'SIGKILL');
});

function kill(child: ChildProcess, signal: NodeJS.Signals): void {
  try {
    if (child.pid) process.kill(-child.pid, signal);
  } catch {
    // The process has ended already.
  }
}

async function endGroup(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  kill(child, 'SIGTERM');
  const force = setTimeout(() => kill(child, 'SIGKILL'), 5000);
  await ended;
  clearTimeout(force);
  kill(child, 'SIGKILL');
}

async function answers(url: string, server: ChildProcess, log: string): Promise<void> {
  const status = () =>
    new Promise<number>((resolve) => {
      get(url, (response) => {
        response.resume();
        resolve(response.statusCode ?? 0);
      }).on('error', () => resolve(0));
    });
  await until(`${url} to answer (see ${log})`, async () => {
    if (server.exitCode !== null) throw new Error(`The VS Code server ended with code ${server.exitCode}, see ${log}`);
    return (await status()) === 200;
  });
}

/** Timeout for waits on a page, in milliseconds. Generous, because a busy machine isn't a failure. */
export const PAGE_TIMEOUT = 40_000;

export interface OpenPage {
  /** Isolated from all others in the same browser: cookies, storage, caches. */
  readonly context: BrowserContext;
  readonly page: Page;
}

/** Opens a page of the workbench. Runs `before` on the blank page. */
export async function openPage(
  browser: Browser,
  url: string,
  before?: (page: Page) => Promise<void>,
): Promise<OpenPage> {
  const context = await browser.newContext(view);
  context.setDefaultTimeout(PAGE_TIMEOUT);
  const page = await context.newPage();
  await before?.(page);
  await page.goto(url);
  return { context, page };
}
