import { describe, expect, it } from 'vitest';
import { chooseChat } from '../../../../src/service/chat/stored/picker.ts';
import { EventEmitter, shown, window } from '../../fake-vscode.ts';
import { settle } from '../../settle.ts';

interface FakeItem {
  readonly label?: string;
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
    const chat = {
      id: 'a',
      title: 'Hooks',
      pinned: false,
      model: undefined,
      messages: 1,
      at: 0,
      text: '',
      isPartial: false,
    };
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

  it('sends at most 200 of thousands of chats with each key, and finds the others', async () => {
    const typed = new EventEmitter();
    const pick = {
      items: [] as FakeItem[],
      value: '',
      busy: false,
      onDidTriggerItemButton: new EventEmitter().event,
      onDidChangeValue: typed.event,
      onDidAccept: new EventEmitter().event,
      onDidHide: new EventEmitter().event,
      show: () => undefined,
    };
    Object.assign(window, { createQuickPick: () => pick });
    const chats = Array.from({ length: 2000 }, (_, index) => ({
      ...{ id: `c${index}`, title: `Chat ${index}`, pinned: false, model: undefined, messages: 1, at: index },
      ...{ text: `x${index}x`, isPartial: index === 0 },
    }));
    const done = async () => undefined;
    void chooseChat('b', { list: async () => chats }, { rename: done, pin: done, export: done, remove: done });
    await settle();
    expect(pick.items).toHaveLength(202);
    expect(pick.items.at(-1)?.label).toBe('$(info) 1800 more chats. Type to find them.');
    pick.value = 'x7X';
    typed.fire(undefined);
    expect(pick.items.map(({ label }) => label)).toEqual([
      'latest',
      'Chat 7',
      '$(info) Only the beginning of very long and of old chats is searched.',
    ]);
  });
});
