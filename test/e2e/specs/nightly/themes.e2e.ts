/** The themes that the pages get in test/pages are those that a webview of VS Code gets. */

import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../../../../scripts/lib/repository.ts';
import { commands } from '../../../../src/shared/generated/names.ts';
import { openWorld, type World } from '../../session.ts';

describe('the themes of pages', () => {
  let world: World;
  before(async () => {
    world = await openWorld();
    await world.ui.run(commands.chat.openInEditor);
  });

  it('are those of VS Code; out/themes/ has the ones of the newest version', async () => {
    const page = (await world.ui.webview('panel')).locator('body');
    await page.waitFor();
    const different: string[] = [];
    await world.inThemes(['dark', 'light', 'contrast', 'contrast-light'], async (theme) => {
      const file = `test/pages/themes/${theme}.css`;
      const known = readFileSync(path.join(root, file), 'utf8');
      const names = [...known.matchAll(/--vscode-[\w-]+(?=:)/g)].map(([name]) => name);
      const values = await page.evaluate(
        (_, wanted) =>
          wanted.map((name) => document.documentElement.style.getPropertyValue(name).trim().replaceAll("'", '"')),
        names,
      );
      const [comment] = known.split('\n');
      const current = `${comment}\nhtml {\n${names.map((name, at) => `  ${name}: ${values[at]};\n`).join('')}}\n`;
      mkdirSync(path.join(root, 'out/themes'), { recursive: true });
      writeFileSync(path.join(root, 'out/themes', `${theme}.css`), current);
      if (current !== known) different.push(file);
    });
    assert.deepEqual(different, []);
  });
});
