import assert from 'node:assert/strict';
import { until } from '../../until.ts';
import { killExtensionHost } from '../extension-host-process.ts';
import { openWorld, type World } from '../session.ts';

describe('publishing while the window is killed', () => {
  let world: World;
  before(async () => {
    world = await openWorld({ signedIn: true });
    await world.ui.openSwitchyard();
    await world.ui.collapse('Tool Servers');
    await world.ui
      .rowByLabel('Workflows', /enabled|disabled/)
      .first()
      .waitFor();
  });
  after(() => world?.end());

  const choose = (text: string | RegExp) =>
    world.ui.inputWidget.locator('.monaco-list-row', { hasText: text }).first().click();
  const dialog = () => world.ui.page.locator('.monaco-dialog-box');

  /** Returns the workflow with many versions, and an inactive one of them. */
  function target() {
    const { workflows, versions } = world.service.state;
    for (const workflow of workflows.values()) {
      const own = [...versions.values()].filter((version) => version.workflowId === workflow.id);
      if (own.length < 40) continue;
      const [latest] = own
        .filter((version) => version.id !== workflow.activeVersionId)
        .sort((a, b) => b.revision - a.revision);
      if (latest) return { workflow, version: latest };
    }
    throw new Error('no workflow with many versions');
  }

  async function asFarAsTheQuestion(message: string): Promise<void> {
    const { workflow, version } = target();
    await world.ui.clearSelection('Workflows');
    await world.ui.runCommand('Switchyard: Publish Version…');
    await choose(workflow.name);
    await choose(new RegExp(`r${version.revision}\\b`));
    await world.ui.inputWidget.getByText('Commit message', { exact: false }).waitFor();
    await world.ui.input.fill('x'.repeat(501));
    await world.ui.inputWidget.getByText('Too long: 501 of 500 characters.').waitFor();
    await world.ui.input.fill(message);
    await world.ui.page.keyboard.press('Enter');
    await dialog().waitFor();
  }

  async function showVersions(): Promise<void> {
    const { ui } = world;
    await ui.collapse('Runs');
    await ui.expand(ui.row('Workflows', target().workflow.name));
    await ui.row('Workflows', 'Active version').waitFor();
    await ui.expand(ui.row('Workflows', /^Versions/));
  }

  for (const [what, kind, isPublished] of [
    ['before the service has received the request', 'drop', false],
    ['before the service has answered', 'delay', true],
  ] as const)
    it(`loses nothing when the window is killed ${what}, and publishes again`, async () => {
      const { ui, service } = world;
      const { workflow, version } = target();
      const before = workflow.activeVersionId;
      const requested = () => service.requests.filter(({ path }) => path.endsWith('/publish')).length;
      const count = requested();
      // The answer comes only after the end of the window.
      const effect = kind === 'drop' ? ({ kind: 'hang' } as const) : ({ kind: 'delay', ms: 60_000 } as const);
      service.faults.add({ effect, path: `/v1/workflows/${workflow.id}/publish` });
      await asFarAsTheQuestion('Survives a crash');
      await dialog().getByRole('button', { name: 'Publish' }).click();
      await until('the request', () => requested() > count);
      killExtensionHost();
      await ui.page.reload();
      await ui.ready();
      await ui.openSwitchyard();
      await ui.hasWorkflowStatuses();
      service.faults.clear();
      // Nothing is sent again without the user.
      assert.equal(requested(), count + 1);
      assert.equal(workflow.activeVersionId, isPublished ? version.id : before);
      await showVersions();
      await ui.rowByLabel('Workflows', '· active').first().waitFor();
      const next = target().version;
      await asFarAsTheQuestion('Once more');
      await dialog().getByRole('button', { name: 'Publish' }).click();
      await ui.notification('is now the active version of');
      assert.equal(workflow.activeVersionId, next.id);
      assert.equal(requested(), count + 2);
    });
});
