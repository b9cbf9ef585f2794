import { describe, expect, it } from 'vitest';
import { chooseChat } from '../../../src/chat/sessions/picker.ts';
import { EventEmitter, shown, window } from '../fake-vscode.ts';
import { settle } from '../settle.ts';

interface FakeItem {
  readonly buttons?: readonly { readonly tooltip: string }[];
}

describe('the list of chats', () => {
  it('reports an action that fails, and stays open', async () => {
    const pressed = new EventEmitter();
    let isOpen = true;
    const pick = {
      items: [] as FakeItem[],
      value: '',
      onDidTriggerItemButton: pressed.event,
      onDidChangeValue: new EventEmitter().event,
      onDidAccept: new EventEmitter().event,
      onDidHide: new EventEmitter().event,
      show: () => undefined,
      hide: () => {
        isOpen = false;
      },
      dispose: () => undefined,
    };
    Object.assign(window, { createQuickPick: () => pick });
    const fails = () => Promise.reject(new Error('The disk is full.'));
    const chat = { id: 'a', title: 'Hooks', pinned: false, model: undefined, messages: 1, at: 0, text: '' };
    void chooseChat('b', { list: async () => [chat] }, { rename: fails, pin: fails, export: fails, remove: fails });
    await settle();
    const item = pick.items.find(({ buttons }) => buttons !== undefined);
    const button = item?.buttons?.find(({ tooltip }) => tooltip === 'Pin');
    shown.length = 0;
    pressed.fire({ item, button });
    await settle();
    expect(shown).toEqual(['The disk is full.']);
    expect(isOpen).toBe(true);
  });
});
