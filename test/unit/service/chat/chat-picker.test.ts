import { describe, expect, it } from 'vitest';
import { chooseChat } from '../../../../src/service/chat/host/chat-picker.ts';
import type { ChatStore } from '../../../../src/service/chat/stored/chat-store.ts';
import { fakeQuickPick } from '../../fake-quick-pick.ts';
import { shown } from '../../fake-vscode.ts';
import { settle } from '../../settle.ts';

const done = async () => undefined;
const actions = { rename: done, pin: done, export: done, remove: done, openFile: done };

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
    void chooseChat(
      'b',
      { list: async () => [chat] },
      { rename: fails, pin: fails, export: fails, remove: fails, openFile: fails },
    );
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
    void chooseChat('b', { list: async () => chats }, actions);
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
  it('says how many chats cannot be read and why, and opens their files', async () => {
    const pick = fakeQuickPick();
    const opened: string[] = [];
    const store: Pick<ChatStore, 'list'> = {
      list: async ({ showUnread } = {}) => {
        showUnread?.([{ file: 'bad.jsonl', why: 'permission denied' }]);
        return [];
      },
    };
    const openFile = async (file: string) => void opened.push(file);
    void chooseChat('b', store, { ...actions, openFile });
    await settle();
    expect(pick.labels).toEqual(["can't be read: 1", '$(warning) Open bad.jsonl']);
    expect(pick.items[1]).toMatchObject({ detail: 'permission denied' });
    pick.accept('bad.jsonl');
    await settle();
    expect(opened).toEqual(['bad.jsonl']);
    expect(pick.isOpen).toBe(false);
  });
});
