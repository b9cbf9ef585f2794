/** A page in real Chromium with a given script and the styles of the chat. */
import path from 'node:path';
import * as esbuild from 'esbuild';
import type { Page } from 'playwright-core';
import { root } from '../../scripts/lib/repository.ts';
import { TemporaryFolder } from '../temporary-folder.ts';
import { launchBrowser } from '../workbench/chromium.ts';

interface BenchPage {
  readonly page: Page;
  close(): Promise<void>;
}

/** @param script its source file @param name a global function that the script defines */
export async function openBenchPage(script: string, name: string): Promise<BenchPage> {
  const folder = new TemporaryFolder('page');
  const browser = await launchBrowser();
  const close = async () => {
    await browser.close();
    folder.remove();
  };
  try {
    await esbuild.build({
      entryPoints: { page: path.join(root, script), chat: path.join(root, 'src/service/chat/webview/chat.css') },
      outdir: folder.path,
      bundle: true,
      minify: true,
      format: 'esm',
      platform: 'browser',
      define: { 'process.env.NODE_ENV': '"production"' },
    });
    const styles = `<style>${folder.read('chat.css')}</style>`;
    folder.write('page.html', `<!doctype html><meta charset="utf-8">${styles}<body></body>`);
    const page = await browser.newPage();
    await page.goto(folder.uri('page.html'));
    await page.addScriptTag({ path: folder.at('page.js'), type: 'module' });
    await page.waitForFunction((wanted) => wanted in globalThis, name);
    return { page, close };
  } catch (error) {
    await close();
    throw error;
  }
}
