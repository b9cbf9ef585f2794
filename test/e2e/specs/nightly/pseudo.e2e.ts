/** The views with all texts accented and about 40 % longer; the pages of webviews are tested in test/pages. */
import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { commands } from '../../../../src/shared/generated/names.ts';
import { cutOffTexts, notLocalized, pseudo } from '../../../pages/pseudo.ts';
import { PSEUDO } from '../../pseudo.ts';
import { openWorld, shot, type World } from '../../session.ts';

describe('in a language with longer words', () => {
  let world: World;
  before(async () => {
    world = await openWorld({
      signedIn: true,
      language: PSEUDO,
    });
    await world.ui.openSwitchyard(pseudo('Workflows'));
    await world.ui.row(pseudo('Workflows'), 'Support triage').waitFor();
  });

  async function isWhole(part: Locator, name: string): Promise<void> {
    await shot(world.ui.page, `pseudo-${name}`);
    assert.deepEqual(
      { cutOff: await cutOffTexts(part), notLocalized: await notLocalized(part) },
      { cutOff: [], notLocalized: [] },
      name,
    );
  }

  it('the titles and welcome texts of the views fit', async () => {
    const { ui } = world;
    await ui.run(commands.signOut);
    for (const name of ['Workflows', 'Runs', 'Models']) {
      const pane = ui.pane(pseudo(name));
      if ((await pane.locator('.pane-header').getAttribute('aria-expanded')) !== 'true')
        await pane.locator('.pane-header').click();
      await pane.locator('.welcome-view-content').waitFor();
      await isWhole(pane.locator('.pane-header .title').first(), `title-${name}`);
      await isWhole(pane.locator('.welcome-view-content'), `welcome-${name}`);
    }
  });
});
