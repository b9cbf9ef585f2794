/** Finds the browser for the workbench and the pages. On Debian, installs it if the user may. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { type Browser, type BrowserContext, chromium } from 'playwright-core';
import { installProgram } from '../debian-program.ts';

/** The same engine without the windows of a browser needs a fifth less processor time. */
const HEADLESS = 'chromium-headless-shell';
const NAMES = [HEADLESS, 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
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

/**
 * Returns the path of a Chromium. Installs Debian's package if there is no Chromium and the user may install it.
 * @throws Error with instructions if there is still none
 */
export function ensureChromium(): string {
  // Older Debians have only the whole browser.
  for (const name of [HEADLESS, 'chromium']) if (!find()) installProgram(name, name);
  const found = find();
  if (found) return found;
  throw new Error(
    'The workbench needs Chromium or Chrome. Install it (Debian and Ubuntu: "sudo apt-get install chromium"), or set CHROMIUM to its path, and run this again.',
  );
}

const options = () => ({
  executablePath: ensureChromium(),
  headless: true,
  args: [
    '--headless',
    // The sandbox can't run as root, the usual user in containers.
    ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ],
});

/** Launches a headless browser without background network requests. */
export function launchBrowser(): Promise<Browser> {
  return chromium.launch(options());
}

/**
 * Launches the browser with one context that stores everything in this folder, including the compiled code of scripts.
 */
export async function launchWithProfile(folder: string): Promise<BrowserContext> {
  const { args, ...others } = options();
  const context = await chromium.launchPersistentContext(folder, {
    ...others,
    ...view,
    // Caches compiled code on the first run, not the third.
    args: [...args, '--v8-cache-options=code'],
  });
  await stopAnimations(context);
  return context;
}

/** Of all workbench pages. */
export const view = { viewport: { width: 1400, height: 900 }, reducedMotion: 'reduce' } as const;

/**
 * Stops the animations that remain with reduced motion, such as the icons of running runs: 60 frames per second, drawn
 * without a graphics card, are a fifth of the processor time of a workbench. Elements can't be clicked until they end.
 */
export async function stopAnimations(place: Pick<BrowserContext, 'addInitScript'>): Promise<void> {
  await place.addInitScript(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('*, *::before, *::after { animation: none !important; transition: none !important; }');
    document.adoptedStyleSheets.push(sheet);
  });
}
