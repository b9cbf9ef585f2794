/** Shared by the specs: the workbench and the page. */
import { chmodSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { BrowserContext, Page } from 'playwright-core';
import { root } from '../../scripts/lib/repository.ts';
import { freePort } from '../local-server.ts';
import type { Service } from '../service/index.ts';
import { type StandingClock, startStandingService } from '../service/standing-clock.ts';
import { TemporaryFolder } from '../temporary-folder.ts';
import { paced, until, usePace } from '../until.ts';
import { launchWithProfile } from '../workbench/chromium.ts';
import type { Host } from '../workbench/host.ts';
import { PAGE_TIMEOUT, startWorkbench, testSettings, type Workbench } from '../workbench/workbench.ts';
import { makeWorkspace, resetWorkspace } from '../workbench/workspace.ts';
import { Bridge } from './bridge.ts';
import { PSEUDO, withPseudoTexts } from './pseudo.ts';
import { type Theme, WorkbenchPage } from './workbench-page.ts';

/** Set once by the runner, before any spec starts. */
interface Session {
  host?: Host;
  /** Folder returned by `installExtensions`. */
  extensions?: string;
  /** Folder of the browser profile and port of the workbench, reused so that the compiled workbench is cached. */
  profile?: string;
  port?: number;
  /** Takes screenshots, and looks at each theme. */
  isVisual: boolean;
}

export const session: Session = { isVisual: true };

/** Milliseconds until the first page of a workbench on an idle machine. */
const IDLE_START = 15_000;
const LONGEST_START = 300_000;

let browser: BrowserContext | undefined;

/** Returns one browser for all worlds of this process, which are open one after the other. */
async function sharedBrowser(): Promise<BrowserContext> {
  if (browser) return browser;
  session.profile ??= TemporaryFolder.untilExit('browser').path;
  browser = await launchWithProfile(session.profile);
  // The first page may load on a busy machine, whose pace isn't known yet.
  browser.setDefaultTimeout(LONGEST_START);
  browser.once('close', () => {
    browser = undefined;
  });
  return browser;
}

/** Ends the open world and the browser. */
export async function endSession(): Promise<void> {
  await current?.end();
  await browser?.close();
}

/** Opens a page without any stored data of earlier workbenches, except for their compiled code. */
async function freshPage(origin: string): Promise<Page> {
  const context = await sharedBrowser();
  const page = await context.newPage();
  const debug = await context.newCDPSession(page);
  await debug.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' });
  await debug.detach();
  await context.clearPermissions();
  return page;
}

/** The world of the last `openWorld`, and its options. */
let current: { readonly world: World; readonly options: string; end(): Promise<void> } | undefined;

/**
 * Saves a screenshot of the open page, and prints a summary of it, because CI doesn't always keep the screenshots.
 * @returns its path from the root of the repository
 */
export async function shotOfFailure(title: string): Promise<string | undefined> {
  const name = title.replace(/[^a-z0-9]+/gi, '-').slice(0, 60);
  if (!current) return undefined;
  const { ui, service } = current.world;
  const requests = service.requests.slice(-5).map(({ method, path: at }) => `${method} ${at}`);
  try {
    console.log(`   "${title}" saw: ${await ui.summary()}, after ${requests.join(', ')}`);
    return await save(ui.page, `failed-${name}`);
  } catch {
    return undefined;
  }
}

/** Color themes for screenshots, by their names in file names. */
const THEMES: Readonly<Record<Theme, string>> = {
  dark: 'Dark Modern',
  light: 'Light Modern',
  contrast: 'Default High Contrast',
  'contrast-light': 'Default High Contrast Light',
};

export interface World {
  readonly service: Service;
  /** Of the service. Stands still. */
  readonly clock: StandingClock;
  readonly workbench: Workbench;
  readonly folder: string;
  readonly ui: WorkbenchPage;
  /** Waits until the extension has loaded what it wants: a row that is loaded again has no menu for a moment. */
  quiet(): Promise<void>;
  /** Calls `look` in each of these themes, or only in the first one, then returns to the dark one. */
  inThemes(themes: readonly Theme[], look: (theme: Theme) => Promise<unknown>): Promise<void>;
}

export interface WorldOptions {
  /** Signs in through the environment before the start. */
  readonly signedIn?: boolean;
  readonly settings?: Record<string, unknown>;
  /** The workspace isn't trusted. */
  readonly untrusted?: boolean;
  /** Programs on the PATH: shell scripts by name. */
  readonly programs?: Readonly<Record<string, string>>;
  /** Language of the interface. */
  readonly language?: string;
}

/**
 * A test of `npm run test:all`. Only the most important paths are tested end to end for each commit.
 * @param _twin file below `test`, without `.ts`, with the tests that prove the same for each commit
 */
export function nightly(title: string, _twin: string, body: Mocha.AsyncFunc): void {
  if (session.isVisual) it(title, body);
}

/**
 * Starts a service, a workbench with the extension installed, and a page that shows a project. If the spec file before
 * had the same options, returns its world without open editors, changed settings, faults, and requests.
 * @param files more files of the project, by relative path
 */
export async function openWorld(
  options: WorldOptions = {},
  files: Readonly<Record<string, string>> = {},
): Promise<World> {
  const key = JSON.stringify(options);
  if (current?.options === key) {
    const { world } = current;
    world.service.faults.clear();
    await world.ui.tidy();
    resetWorkspace(world.folder, files);
    world.service.requests.length = 0;
    return world;
  }
  await current?.end();
  current = undefined;
  const { host, extensions } = session;
  if (!host || !extensions) throw new Error('The runner sets the host and the extension first.');
  const start = performance.now();
  const { service, clock } = await startStandingService({ chunkDelayMs: 5 });
  const folder = makeWorkspace();
  resetWorkspace(folder, files);
  const bridge = new Bridge();
  const settings = {
    ...testSettings,
    'workbench.secondarySideBar.defaultVisibility': 'hidden',
    // Otherwise, the browser's preference chooses the theme.
    'window.autoDetectColorScheme': false,
    'workbench.colorTheme': THEMES.dark,
    ...(options.untrusted === true && { 'security.workspace.trust.startupPrompt': 'never' }),
    ...options.settings,
  };
  session.port ??= await freePort();
  const workbench = await startWorkbench({
    host,
    extensions: options.language === PSEUDO ? withPseudoTexts(extensions) : extensions,
    port: session.port,
    wrapper: true,
    trust: options.untrusted === true,
    settings,
    ...(options.language !== undefined && { language: options.language }),
    env: {
      SWITCHYARD_TEST_BRIDGE: String(await bridge.listen()),
      ...(options.signedIn && { SWITCHYARD_API_KEY: service.key, SWITCHYARD_BASE_URL: service.url }),
    },
  });
  // The extension host, which starts with the page, gets the environment of the user's shell.
  if (options.programs !== undefined)
    writeFileSync(path.join(workbench.home, '.profile'), `export PATH="${writePrograms(options.programs)}:$PATH"\n`);
  // VS Code watches only existing folders. This one exists if Oh My Pi is installed.
  mkdirSync(path.join(workbench.home, '.omp/agent'), { recursive: true });
  const url = workbench.url(folder);
  const page = await freshPage(new URL(url).origin);
  await page.goto(url);
  const ui = new WorkbenchPage(page, bridge);
  await ui.ready();
  usePace((performance.now() - start) / IDLE_START);
  page.context().setDefaultTimeout(paced(PAGE_TIMEOUT));
  const use = async (theme: Theme) => {
    // VS Code applies changes of this file within a second, but of the user settings only within ten.
    const file = path.join(folder, '.vscode/settings.json');
    writeFileSync(file, JSON.stringify({ 'workbench.colorTheme': THEMES[theme] }));
    await ui.hasTheme(theme);
  };
  const world: World = {
    service,
    clock,
    workbench,
    folder,
    ui,
    quiet: async () => {
      let known = -1;
      let since = 0;
      await until('no more requests', () => {
        if (service.requests.length !== known || service.requests.some(({ status }) => status === 0))
          since = Date.now();
        known = service.requests.length;
        return Date.now() - since > 500;
      });
    },
    inThemes: async (themes, look) => {
      // The page has the dark theme already.
      const needed = session.isVisual ? themes : themes.slice(0, 1);
      if (!session.isVisual && needed[0] === 'dark') return void (await look('dark'));
      for (const theme of needed) {
        await use(theme);
        await look(theme);
      }
      await use('dark');
    },
  };
  const end = async () => {
    // Specs may have opened other pages. One page must stay open, because the browser would end without any.
    for (const opened of page.context().pages().slice(1)) await opened.close();
    bridge.close();
    await workbench.stop();
    await service.close();
    rmSync(folder, { recursive: true, force: true });
  };
  current = { world, options: key, end };
  return world;
}

/** Returns the folder with the programs. */
function writePrograms(programs: Readonly<Record<string, string>>): string {
  const folder = TemporaryFolder.untilExit('programs');
  for (const [name, script] of Object.entries(programs)) chmodSync(folder.write(name, `#!/bin/sh\n${script}\n`), 0o755);
  return folder.path;
}

/** Saves a screenshot of the page, if this run takes screenshots. */
export async function shot(page: Page, name: string): Promise<void> {
  if (session.isVisual) await save(page, name);
}

async function save(page: Page, name: string): Promise<string> {
  const file = path.join('out/shots', `${name}.png`);
  mkdirSync(path.join(root, path.dirname(file)), { recursive: true });
  await page.screenshot({ path: path.join(root, file) });
  return file;
}

/** Returns the files in a folder that contain a text, such as a key. */
export function filesHolding(text: string, folder: string): string[] {
  return filesBelow(folder).filter((file) => readFileSync(file).includes(text));
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder).flatMap((name) => {
    const file = path.join(folder, name);
    const stat = statSync(file, { throwIfNoEntry: false });
    if (!stat) return [];
    return stat.isDirectory() ? filesBelow(file) : stat.isFile() ? [file] : [];
  });
}
