/** From a window without an account to several connections, and back. */

import assert from 'node:assert/strict';
import { commands } from '../../../../src/shared/generated/names.ts';
import { type Service, startService } from '../../../service/index.ts';
import { filesHolding, nightly, openWorld, shot, type World } from '../../session.ts';
import { signedOut } from '../../worlds.ts';

describe('account', () => {
  let world: World;
  let other: Service;
  before(async () => {
    other = await startService();
    world = await openWorld(signedOut);
    await world.ui.trust();
    for (const [{ state }, name] of [
      [world.service, 'Only in production'],
      [other, 'Only in staging'],
    ] as const) {
      const [workflow] = state.workflows.values();
      assert.ok(workflow);
      workflow.name = name;
    }
    // The file before signs in.
    if ((await inStatusBar().count()) === 0) return;
    await world.ui.run(commands.signOut);
    await inStatusBar().waitFor({ state: 'detached' });
    world.service.requests.length = 0;
  });
  after(async () => {
    await other?.close();
  });

  const choose = (text: string | RegExp) => world.ui.choose(text);
  const hostOf = ({ url }: { url: string }) => new URL(url).host;
  const inStatusBar = (text = hostOf(world.service)) => world.ui.statusBar.filter({ hasText: text });
  const signInButton = () => world.ui.pane('Workflows').getByRole('button', { name: 'Sign In' });

  async function startSignIn(): Promise<void> {
    const { ui } = world;
    await ui.page.keyboard.press('Escape');
    await ui.openSwitchyard();
    await signInButton().click();
    await ui.input.waitFor();
  }

  async function startKeyInput(): Promise<void> {
    const { ui, service } = world;
    await startSignIn();
    await ui.input.fill(`${service.url}/`);
    await ui.input.press('Enter');
    await ui.inputWidget.getByText('API key for', { exact: false }).waitFor();
  }

  async function signIn(): Promise<void> {
    const { ui, service } = world;
    if ((await inStatusBar().count()) === 0) {
      await startKeyInput();
      await ui.input.fill(service.key);
      await ui.input.press('Enter');
    }
    await inStatusBar().waitFor();
    await ui
      .rowByLabel('Workflows', /enabled|disabled/)
      .first()
      .waitFor();
  }

  it('says what to do when not signed in, and requests nothing', async () => {
    await world.ui.openSwitchyard();
    await signInButton().waitFor();
    await shot(world.ui.page, 'account-signed-out');
    assert.deepEqual(world.service.requests, []);
  });

  // Suites run after the tests above, in this order: this one signs in.
  describe('signing in', () => {
    it('rejects a wrong key in the input box, with a link in the reason as text, then signs in, fills the views, and stores the key in no file', async () => {
      const { ui, workbench, service } = world;
      await startKeyInput();
      assert.equal(await ui.input.getAttribute('type'), 'password');
      await ui.input.fill('wrong-key');
      await ui.input.press('Enter');
      await ui.inputWidget.getByText('rejected the API key', { exact: false }).waitFor();
      const error = 'Locked. [Unlock](command:workbench.action.toggleZenMode)';
      service.faults.add({ effect: { kind: 'status', status: 403, body: { error } }, count: 0 });
      await ui.input.fill(service.key);
      await ui.input.press('Enter');
      await ui.inputWidget.getByText('[Unlock]', { exact: false }).waitFor();
      assert.equal(await ui.inputWidget.getByRole('link').count(), 0);
      service.faults.clear();
      await ui.input.fill(service.key);
      await ui.input.press('Enter');
      await ui
        .rowByLabel('Runs', /succeeded|failed|running/)
        .first()
        .waitFor();
      await shot(ui.page, 'account-signed-in');
      assert.deepEqual(filesHolding(service.key, workbench.root), []);
    });
  });

  describe('signed in', () => {
    nightly('reports a rejected key once and offers to sign in', 'workbench/suite/account.suite', async () => {
      const { ui, service } = world;
      await signIn();
      service.faults.add({ effect: { kind: 'status', status: 401 }, count: 0 });
      await ui.run(commands.workflows.refresh);
      await ui.toast('rejected the API key').waitFor();
      await ui.run(commands.runs.refresh);
      await ui.statusBar.filter({ has: ui.page.locator('.codicon-key') }).waitFor();
      assert.equal(await ui.toast('rejected the API key').count(), 1);
      await shot(ui.page, 'account-unauthorized');
      service.faults.clear();
      await ui.toast('rejected the API key').getByRole('button', { name: 'Sign In' }).click();
      await ui.input.waitFor();
      await ui.page.keyboard.press('Escape');
      await ui.run(commands.workflows.refresh);
      await ui.statusBar.filter({ has: ui.page.locator('.codicon-key') }).waitFor({ state: 'detached' });
    });

    let added = false;
    /** Switches to the second connection, and adds it first if no test has yet. */
    async function useStaging(): Promise<void> {
      const { ui } = world;
      if ((await inStatusBar('Staging').count()) > 0) return;
      await signIn();
      await ui.statusBar.click();
      if (added) await choose('Staging');
      else {
        await choose('Add Connection');
        for (const [question, text] of [
          ['Base URL of the service', other.url],
          ['Connection name, for example', 'Staging'],
          ['API key for', other.key],
        ] as const) {
          await ui.inputWidget.getByText(question, { exact: false }).waitFor();
          await ui.input.fill(text);
          await ui.input.press('Enter');
        }
      }
      await inStatusBar('Staging').waitFor();
      await ui.row('Workflows', 'Only in staging').waitFor();
      added = true;
    }

    nightly(
      'adds a connection, switches between both from the status bar, and removes it after a confirmation',
      'workbench/suite/account.suite',
      async () => {
        const { ui, service } = world;
        await useStaging();
        await ui.statusBar.click();
        await ui.inputWidget.locator('.monaco-list-row', { hasText: 'in use' }).waitFor();
        await shot(ui.page, 'account-connections');
        await choose(hostOf(service));
        await ui.row('Workflows', 'Only in production').waitFor();
        await useStaging();
        assert.equal(await ui.row('Workflows', 'Only in production').count(), 0);
        assert.ok(!(await ui.page.content()).includes(other.key));
        await ui.statusBar.click();
        await choose('Remove Connection…');
        await choose('Staging');
        await world.ui.dialog.filter({ hasText: 'Remove connection Staging' }).waitFor();
        await world.ui.dialog.getByRole('button', { name: 'Remove' }).click();
        added = false;
        await inStatusBar().waitFor();
        await ui.row('Workflows', 'Only in production').waitFor();
      },
    );
  });
});
