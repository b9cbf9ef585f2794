import { describe, expect, it } from 'vitest';
import { chooseChat } from '../../../../src/service/chat/host/chat-picker.ts';
import { fakeQuickPick } from '../../fake-quick-pick.ts';
import { shown } from '../../fake-vscode.ts';
import { settle } from '../../settle.ts';

describe('the list of chats', () => {
  it('reports an action that fails, and stays open', async () => {
    const pick = fakeQuickPick();
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
      isCustomized: false,
    };
    void chooseChat('b', { list: async () => [chat] }, { rename: fails, pin: fails, export: fails, remove: fails });
    await settle();
    shown.length = 0;
    pick.press('Pin');
    await settle();
    expect(shown).toEqual(['The disk is full.']);
    expect(pick.isOpen).toBe(true);
  });

  it('sends at most 200 of thousands of chats with each key, and finds the others', async () => {
    const pick = fakeQuickPick();
    const chats = Array.from({ length: 2000 }, (_, index) => ({
      ...{ id: `c${index}`, title: `Chat ${index}`, pinned: false, model: undefined, messages: 1, at: index },
      ...{ text: `x${index}x`, isPartial: index === 0, isCustomized: false },
    }));
    const done = async () => undefined;
    void chooseChat('b', { list: async () => chats }, { rename: done, pin: done, export: done, remove: done });
    await settle();
    expect(pick.items).toHaveLength(202);
    expect(pick.items.at(-1)?.label).toBe('$(info) 1800 more chats. Type to find them.');
    pick.type('x7X');
    expect(pick.labels).toEqual([
      'latest',
      'Chat 7',
      '$(info) Only the beginning of very long and of old chats is searched.',
    ]);
  });
});
