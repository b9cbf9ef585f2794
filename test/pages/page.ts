/**
 * The built page of a webview in plain Chromium: with the HTML and the content security policy of the product, the
 * styles that VS Code adds, and the webview object of the host on the other side.
 */
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, expect } from 'vitest';
import { FakePanel, WEBVIEW_ORIGIN } from '../unit/fake-vscode.ts';
import { isLongRun } from '../unit/random-runs.ts';
import { launchBrowser } from '../workbench/chromium.ts';
import { accessibilityFaults } from './axe.ts';
import { serveWebviews } from './serve-webviews.ts';

/** Classes of the page's body in each theme. */
const THEMES = {
  dark: 'vscode-dark',
  light: 'vscode-light',
  contrast: 'vscode-high-contrast',
  'contrast-light': 'vscode-high-contrast-light vscode-high-contrast',
} as const;
type Theme = keyof typeof THEMES;
/** On a commit, those that differ most. */
export const themes: readonly Theme[] = isLongRun ? (Object.keys(THEMES) as Theme[]) : ['dark', 'contrast'];

/** One for all pages of a test file. */
let browser: Browser | undefined;
afterAll(() => browser?.close());

/** Generous, because a busy machine is slow, not wrong. */
const TIMEOUT = 20_000;

export interface WebviewPage {
  readonly page: Page;
  /** The host's side of the webview. */
  readonly host: FakePanel;
  /** What the page has posted. */
  readonly posted: { readonly kind: string }[];
  /** Requests of the page to other hosts, and what its content security policy has blocked. */
  readonly foreign: string[];
  /** Calls `look` in each theme, and asserts that axe finds nothing. */
  isAccessible(part: Locator, among?: readonly Theme[], look?: (theme: Theme) => Promise<unknown>): Promise<void>;
  close(): Promise<void>;
}

/**
 * @param fill creates the host's object, which fills the webview with its HTML
 * @param width of the page in CSS pixels
 */
export async function openPage(fill: (host: FakePanel) => unknown, width = 700): Promise<WebviewPage> {
  const host = new FakePanel();
  fill(host);
  const styles = ['defaults', 'dark'].map((name) => `<link rel="stylesheet" data-name="${name}" href="/${name}.css">`);
  const server = await serveWebviews(
    () => host.webview.html.replaceAll(WEBVIEW_ORIGIN, server.url).replace('<head>', `<head>${styles.join('')}`),
    ['.', 'test/pages/themes'],
  );
  browser ??= await launchBrowser();
  const page = await browser.newPage({ viewport: { width, height: 900 }, reducedMotion: 'reduce' });
  page.setDefaultTimeout(TIMEOUT);
  const posted: { readonly kind: string }[] = [];
  const foreign: string[] = [];
  page.on('request', (request) => {
    if (!request.url().startsWith(server.url) && !/^(data|blob):/.test(request.url())) foreign.push(request.url());
  });
  page.on('console', (line) => {
    if (/content security policy/i.test(line.text())) foreign.push(line.text());
  });
  page.on('dialog', (dialog) => {
    foreign.push(`a dialog of the page: ${dialog.message()}`);
    void dialog.dismiss();
  });
  await page.exposeFunction('toHost', (message: { readonly kind: string }) => {
    posted.push(message);
    host.messages.fire(message);
  });
  await page.addInitScript(
    `acquireVsCodeApi = () => ({ postMessage: toHost, setState: (state) => toHost({ kept: state }) })`,
  );
  host.webview.postMessage = async (message) => {
    await page.evaluate((data) => window.postMessage(data), message);
    return true;
  };
  const use = (theme: Theme) =>
    page.evaluate(
      ([name, classes]) =>
        new Promise<void>((resolve) => {
          document.body.className = classes;
          document.body.dataset.vscodeThemeKind = classes.split(' ')[0] ?? '';
          const link = document.querySelectorAll('link')[1];
          if (!link || link.getAttribute('href') === `/${name}.css`) return resolve();
          link.addEventListener('load', () => resolve(), { once: true });
          link.href = `/${name}.css`;
        }),
      [theme, THEMES[theme]] as const,
    );
  await page.goto(server.url);
  await use('dark');
  return {
    page,
    host,
    posted,
    foreign,
    isAccessible: async (part, among = ['dark'], look) => {
      for (const theme of among) {
        await use(theme);
        await look?.(theme);
        expect(await accessibilityFaults(part), theme).toEqual([]);
      }
      await use('dark');
    },
    close: async () => {
      await page.close();
      await server.close();
    },
  };
}

/** Returns the contrast of a text to what is behind it (WCAG 2.2, 1.4.3), from the computed colors. */
export function contrastOf(text: Locator): Promise<number> {
  return text.evaluate((element) => {
    type Color = readonly number[];
    const colorOf = (css: string): Color => (css.match(/[\d.]+/g) ?? []).map(Number);
    const over = ([r = 0, g = 0, b = 0, alpha = 1]: Color, below: Color): Color =>
      [r, g, b].map((part, at) => part * alpha + (below[at] ?? 0) * (1 - alpha));
    const luminance = (color: Color): number => {
      const [r = 0, g = 0, b = 0] = color.map((part) =>
        part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4,
      );
      return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    const outward: Element[] = [];
    for (let one: Element | null = element; one; one = one.parentElement) outward.push(one);
    const behind = outward
      .reverse()
      .reduce<Color>((below, one) => over(colorOf(getComputedStyle(one).backgroundColor), below), [255, 255, 255]);
    const [less = 0, more = 0] = [behind, over(colorOf(getComputedStyle(element).color), behind)]
      .map(luminance)
      .sort((one, other) => one - other);
    return (more + 0.05) / (less + 0.05);
  });
}
