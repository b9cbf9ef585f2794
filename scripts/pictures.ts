/** Takes the screenshots for the README and the walkthrough in the real workbench. Usage: `npm run pictures`. */

import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { commands, views } from '../src/shared/generated/names.ts';
import { endSession, openWorld, session, type World } from '../test/e2e/session.ts';
import { vscode } from '../test/e2e/workbench-page.ts';
import { packTestExtension } from '../test/extensions/pack.ts';
import { ensureHost } from '../test/workbench/host.ts';
import { installExtensions } from '../test/workbench/workbench.ts';
import { root } from './lib/repository.ts';
import { packageVsix } from './package.ts';

const QUESTION = 'How do I retry a failed request in TypeScript?';

const { vsix } = await packageVsix();
session.host = await ensureHost('newest');
session.extensions = await installExtensions(session.host, [vsix, await packTestExtension('bridge')]);
const world = await openWorld({
  signedIn: true,
  settings: { 'workbench.secondarySideBar.defaultVisibility': 'visible', 'workbench.startupEditor': 'none' },
});
try {
  await takePictures(world);
} finally {
  await endSession();
}

async function takePictures({ ui, folder }: World): Promise<void> {
  const { page } = ui;
  const editor = page.locator('.part.editor');
  const sideBar = page.locator('.part.sidebar');
  /** @param height in pixels, from the top; the whole element if absent */
  const save = async (name: string, of: Locator, height?: number) => {
    // Avoids tooltips in the picture.
    await page.mouse.move(200, 4);
    await page.waitForTimeout(500);
    const box = await of.boundingBox();
    if (box === null) throw new Error(`There is nothing to see for ${name}.webp.`);
    const clip = { ...box, height: Math.min(box.height, height ?? box.height) };
    await writeFile(
      path.join(root, 'docs/pictures', `${name}.webp`),
      await toWebp(page, await page.screenshot({ clip })),
    );
    console.log(`docs/pictures/${name}.webp`);
  };

  await ui.openSwitchyard();
  for (const pane of ['Models', 'Tool Servers']) await ui.collapse(pane);
  await ui
    .rowByLabel('Workflows', /enabled|disabled/)
    .first()
    .waitFor();
  await ui.expand(ui.rowByLabel('Runs', /failed/).first());
  await ui.pane('Runs').locator('.monaco-list-row[aria-level="3"]').first().waitFor();
  await save('runs', sideBar, 620);

  await ask(ui);
  await ui.openFile('.mcp.json');
  await page.locator('.squiggly-error').first().waitFor();
  await save('whole', page.locator('.monaco-workbench'));

  await ui.run(vscode.toggleSecondarySideBar);
  await ui.run(`${views.servers}.focus`);
  for (const pane of ['Workflows', 'Runs']) await ui.collapse(pane);
  await ui.row('Tool Servers', /In Effect/).waitFor();
  await save('servers', sideBar, 380);
  await ui.goTo(9, 9);
  await ui.run(vscode.showHover);
  await page.locator('.monaco-hover:not(.hidden)').first().waitFor();
  await save('config', editor, 540);

  const cursor = path.join(folder, '.cursor');
  await mkdir(cursor);
  await writeFile(path.join(cursor, 'mcp.json'), '{"mcpServers": {"docs": {"url": "https://mcp.docs.io/mcp"}}}\n');
  await ui.closeEditors();
  await ui.run(commands.servers.compareAgents);
  await (await ui.webview('panel')).locator('main table').first().waitFor();
  await save('agents', editor, 420);
  await ui.closeEditors();
  await ui.run(commands.servers.diagnose);
  await (await ui.webview('panel')).locator('main').getByText('Next step').first().waitFor();
  await save('diagnosis', editor, 420);
  await rm(cursor, { recursive: true });

  await ui.closeEditors();
  await ui.collapse('Tool Servers');
  await ui.pane('Runs').locator('.pane-header').click();
  await ui
    .rowByLabel('Runs', /failed/)
    .first()
    .click();
  await (await ui.webview('panel')).locator('.sentences').first().waitFor();
  await save('run', editor);

  await ui.closeEditors();
  await ui.run(commands.chat.openInEditor);
  await (await ui.webview('panel')).locator('.answer-text').filter({ hasText: /\w+/ }).first().waitFor();
  await save('chat', editor);
}

/** WebP halves the size of the pictures in the package, with no visible difference. */
async function toWebp(page: Page, png: Buffer): Promise<Buffer> {
  // In a separate page, because the workbench doesn't allow these images.
  const blank = await page.context().newPage();
  const webp = await blank.evaluate(async (base64) => {
    const image = new Image();
    image.src = `data:image/png;base64,${base64}`;
    await image.decode();
    const canvas = new OffscreenCanvas(image.naturalWidth, image.naturalHeight);
    canvas.getContext('2d')?.drawImage(image, 0, 0);
    const blob = await canvas.convertToBlob({ type: 'image/webp', quality: 0.75 });
    return new Promise<string>((resolve) => {
      const reader = new FileReader();
      reader.onload = () => resolve(String(reader.result));
      reader.readAsDataURL(blob);
    });
  }, png.toString('base64'));
  await blank.close();
  return Buffer.from(webp.slice(webp.indexOf(',') + 1), 'base64');
}

async function ask(ui: World['ui']): Promise<void> {
  await ui.run(commands.chat.open);
  const chat = await ui.webview('view');
  await chat.locator('.model-button').click();
  await ui.inputWidget.locator('.monaco-list-row', { hasText: '/' }).first().click();
  const message = chat.getByRole('textbox', { name: 'Message' });
  await message.fill(QUESTION);
  await message.press('Enter');
  await chat.locator('[role=status]', { hasText: 'The response is complete.' }).waitFor({ state: 'attached' });
}
