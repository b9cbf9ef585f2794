import assert from 'node:assert/strict';
import { commands as registry, TabInputWebview, window } from 'vscode';
import { chatPanelType, commands } from '../../../src/shared/contract.ts';
import { connect, serviceKey, until } from './world.ts';

describe('chat', () => {
  before(() => connect(serviceKey()));
  after(() => connect(undefined));

  it('opens in an editor tab, once', async () => {
    const tabs = () =>
      window.tabGroups.all
        .flatMap((group) => group.tabs)
        .filter((tab) => tab.input instanceof TabInputWebview && tab.input.viewType.endsWith(chatPanelType));
    await registry.executeCommand(commands.openChatInEditor);
    await until('the chat tab', () => tabs().length === 1);
    await registry.executeCommand(commands.openChatInEditor);
    assert.equal(tabs().length, 1);
    await window.tabGroups.close(tabs());
    await until('the tab to be closed', () => tabs().length === 0);
  });

  it('opens in the secondary side bar', async () => {
    await registry.executeCommand(commands.openChat);
  });
});
