/** A page in real Chromium with a given script and the styles of the chat. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as esbuild from 'esbuild';
import type { Page } from 'playwright-core';
import { root } from '../../scripts/lib/run.ts';
import { launchBrowser } from '../workbench/chromium.ts';

interface BenchPage {
  readonly page: Page;
  close(): Promise<void>;
}

/** @param script its source file @param name a global function that the script defines */
export async function openBenchPage(script: string, name: string): Promise<BenchPage> {
  const folder = await mkdtemp(path.join(tmpdir(), 'switchyard-page-'));
  const browser = await launchBrowser();
  const close = async () => {
    await browser.close();
    await rm(folder, { recursive: true, force: true });
  };
  try {
    await esbuild.build({
      entryPoints: { page: path.join(root, script), chat: path.join(root, 'src/chat/webview/chat.css') },
      outdir: folder,
      bundle: true,
      minify: true,
      format: 'esm',
      platform: 'browser',
      define: { 'process.env.NODE_ENV': '"production"' },
    });
    const css = await readFile(path.join(folder, 'chat.css'), 'utf8');
    const file = path.join(folder, 'page.html');
    await writeFile(file, `<!doctype html><meta charset="utf-8"><style>${css}</style><body></body>`);
    const page = await browser.newPage();
    await page.goto(`file://${file}`);
    await page.addScriptTag({ path: path.join(folder, 'page.js'), type: 'module' });
    await page.waitForFunction((wanted) => wanted in globalThis, name);
    return { page, close };
  } catch (error) {
    await close();
    throw error;
  }
}
