/** Finds the browser that shows the workbench; on Debian, installs it where the user may. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { type Browser, type BrowserContext, chromium } from 'playwright-core';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const PLACES = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

function find(): string | undefined {
  const named = process.env.CHROMIUM;
  if (named) return named;
  const folders = (process.env.PATH ?? '').split(path.delimiter);
  const candidates = [...NAMES.flatMap((name) => folders.map((folder) => path.join(folder, name))), ...PLACES];
  return candidates.find((file) => existsSync(file));
}

/** The path of a Chromium. Installs Debian's package when there is none and this user may; otherwise says what to do. */
export function ensureChromium(): string {
  const found = find();
  if (found) return found;
  const mayInstall = process.platform === 'linux' && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
  if (mayInstall) {
    console.log("Installing Debian's Chromium …");
    const apt = (...args: string[]) =>
      spawnSync('apt-get', args, {
        stdio: ['ignore', 'ignore', 'inherit'],
        env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      });
    apt('update', '-qq');
    apt('install', '-y', '-qq', '--no-install-recommends', 'chromium');
    const installed = find();
    if (installed) return installed;
  }
  throw new Error(
    'The workbench needs Chromium or Chrome. Install it (Debian and Ubuntu: "sudo apt-get install chromium"), or set CHROMIUM to its path, and run this again.',
  );
}

const options = () => ({
  executablePath: ensureChromium(),
  headless: true,
  args: [
    '--headless',
    // The sandbox refuses to run for root, which is who containers are.
    ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ],
});

/** A headless browser that asks the network for nothing by itself. */
export function launchBrowser(): Promise<Browser> {
  return chromium.launch(options());
}

/** The same with one context, which keeps everything in this folder: also the compiled code of scripts. */
export function launchWithProfile(folder: string): Promise<BrowserContext> {
  const { args, ...others } = options();
  return chromium.launchPersistentContext(folder, {
    ...others,
    ...view,
    // Compiled code is kept from the first time on, not from the third.
    args: [...args, '--v8-cache-options=code'],
    // What moves takes a part of a processor core, and can't be clicked before it stands still.
    reducedMotion: 'reduce',
  });
}

/** How pages of the workbench are shown. */
export const view = { viewport: { width: 1400, height: 900 } } as const;
