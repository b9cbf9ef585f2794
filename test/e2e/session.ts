/** What the specs share: the workbench to start and a page to drive. */
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { root } from '../../scripts/lib/run.ts';
import { type Service, startService } from '../service/index.ts';
import { launchBrowser } from '../workbench/chromium.ts';
import type { Host } from '../workbench/host.ts';
import { openPage, startWorkbench, type Workbench } from '../workbench/workbench.ts';
import { makeWorkspace } from '../workbench/workspace.ts';
import { WorkbenchPage } from './workbench-page.ts';

/** Set once by the runner, before any spec starts. `extensions`: the folder from `installExtensions`. */
export const session: { host?: Host; extensions?: string } = {};

let browser: Browser | undefined;

/** One browser for all worlds of this process; each world has a separate context. */
async function sharedBrowser(): Promise<Browser> {
  if (!browser?.isConnected()) browser = await launchBrowser();
  return browser;
}

/** Closes the browser that the worlds shared. */
export async function closeBrowser(): Promise<void> {
  await browser?.close();
}

const open = new Set<World>();
/** Takes a picture of every open page, and prints what a person would name first: not every machine keeps the pictures. */
export async function shotOfFailure(title: string): Promise<void> {
  const name = title.replace(/[^a-z0-9]+/gi, '-').slice(0, 60);
  await Promise.allSettled(
    [...open].map(async ({ ui }) => {
      console.log(`"${title}" saw: ${await ui.summary()}`);
      await shot(ui.page, `failed-${name}`);
    }),
  );
}

export interface World {
  readonly service: Service;
  readonly workbench: Workbench;
  readonly folder: string;
  readonly ui: WorkbenchPage;
  end(): Promise<void>;
}

export interface WorldOptions {
  /** Signed in through the environment from the start. */
  readonly signedIn?: boolean;
  readonly settings?: Record<string, unknown>;
  /** The window shows these folders of the project, or nothing at all. */
  readonly place?: 'nothing' | { readonly folders: readonly string[] };
  /** Nobody vouches for the project. */
  readonly untrusted?: boolean;
  /** More files of the project, by their path in it. */
  readonly files?: Readonly<Record<string, string>>;
}

/** A service, a workbench with the extension installed, a project and a page that shows it. */
export async function openWorld(options: WorldOptions = {}): Promise<World> {
  const { host, extensions } = session;
  if (!host || !extensions) throw new Error('The runner sets the host and the extension first.');
  const service = await startService({ chunkDelayMs: 5 });
  const folder = makeWorkspace();
  for (const [file, text] of Object.entries(options.files ?? {})) {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    writeFileSync(path.join(folder, file), text);
  }
  const settings = {
    'workbench.secondarySideBar.defaultVisibility': 'hidden',
    'chat.disableAIFeatures': true,
    // The browser's own preference would choose the theme otherwise.
    'window.autoDetectColorScheme': false,
    'workbench.colorTheme': 'Dark Modern',
    ...(options.untrusted === true && { 'security.workspace.trust.startupPrompt': 'never' }),
    ...options.settings,
  };
  const workbench = await startWorkbench({
    host,
    extensions,
    wrapper: true,
    trust: options.untrusted === true,
    settings,
    env: options.signedIn ? { SWITCHYARD_API_KEY: service.key, SWITCHYARD_BASE_URL: service.url } : {},
  });
  const { context, page } = await openPage(await sharedBrowser(), workbench.url(placeOf(folder, options.place)));
  const ui = new WorkbenchPage(page);
  await ui.ready();
  const world: World = {
    service,
    workbench,
    folder,
    ui,
    end: async () => {
      open.delete(world);
      await context.close();
      await workbench.stop();
      await service.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
  open.add(world);
  return world;
}

/** What the window is to show: a folder, a workspace file with several, nothing. */
function placeOf(folder: string, place: WorldOptions['place']): string | undefined {
  if (place === undefined) return folder;
  if (place === 'nothing') return undefined;
  const file = path.join(folder, 'several.code-workspace');
  for (const name of place.folders) mkdirSync(path.join(folder, name), { recursive: true });
  writeFileSync(file, JSON.stringify({ folders: place.folders.map((name) => ({ path: name })) }));
  return file;
}

/** Saves what the page shows, for a person to look at. */
export async function shot(page: Page, name: string): Promise<string> {
  const file = path.join(root, 'out/shots', `${name}.png`);
  mkdirSync(path.dirname(file), { recursive: true });
  await page.screenshot({ path: file });
  return file;
}

/** The files below a folder that hold a text, such as a key. */
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
