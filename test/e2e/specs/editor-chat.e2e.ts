import assert from 'node:assert/strict';
import { until } from '../../workbench/workbench.ts';
import { openWorld, shot, type World } from '../session.ts';

describe("VS Code's own chat view", () => {
  let world: World;
  before(async () => {
    world = await openWorld({
      signedIn: true,
      settings: { 'chat.disableAIFeatures': false, 'workbench.secondarySideBar.defaultVisibility': 'visible' },
    });
    await world.ui.runCommand('Chat: Open Chat');
    await input().waitFor();
  });
  after(() => world?.end());

  const view = () => world.ui.page.locator('.interactive-session').last();
  const input = () => view().locator('.interactive-input-part .monaco-editor[role=code]').first();
  const answers = () => view().locator('.interactive-item-container.interactive-response');
  const sent = (path: string) => world.service.requests.filter((request) => request.path.startsWith(path)).length;

  async function ask(text: string) {
    const before = await answers().count();
    await input().click();
    await world.ui.page.keyboard.press('Control+A');
    await world.ui.page.keyboard.type(text);
    await world.ui.page.keyboard.press('Escape');
    await world.ui.page.keyboard.press('Enter');
    const answer = answers().nth(before);
    await answer.waitFor();
    return answer;
  }

  it('offers our chat models', async () => {
    const { page } = world.ui;
    await shot(page, 'editor-chat-start');
    const picker = view()
      .locator('.chat-input-toolbars, .chat-secondary-toolbar')
      .locator('a.action-label, .action-label');
    console.log('PICKERS', await picker.allInnerTexts());
  });

  it('lists models by /models', async () => {
    const answer = await ask('@switchyard /models gpt');
    await answer.getByText('openai/gpt-5.1').first().waitFor();
    await shot(world.ui.page, 'editor-chat-models');
    assert.equal(sent('/v1/chat'), 0);
  });

  it('explains a failed run with one of our models', async () => {
    const answer = await ask('@switchyard /explain');
    await answer.getByText('Show Timeline').waitFor();
    await until('an answer of a model', async () => /What matters/.test(await answer.innerText()));
    await shot(world.ui.page, 'editor-chat-explain');
    assert.equal(sent('/v1/chat'), 1);
  });

  it('shows a workflow', async () => {
    const answer = await ask('@switchyard /workflow Nightly CRM sync');
    await answer.getByText('Show Statistics').waitFor();
    await shot(world.ui.page, 'editor-chat-workflow');
  });
});
