/** Quick pick of all chats, with a search in their messages. */
import { l10n, type QuickInputButton, type QuickPickItem, QuickPickItemKind, ThemeIcon, window } from 'vscode';
import { runAction } from '../../../shared/commands.ts';
import { describeFailure } from '../../../shared/text/failure-text.ts';
import { inert, oneLine, timeAgo } from '../../../shared/text/format.ts';
import type { ChatStore, UnreadChat } from '../stored/chat-store.ts';
import { type ChatSummary, foundLine, searchChats } from '../stored/summary.ts';
import type { ChatActivity } from './background-chats.ts';

/** Actions of the buttons of a chat. */
interface ChatActions {
  rename(id: string): Promise<void>;
  pin(id: string, on: boolean): Promise<void>;
  export(id: string): Promise<void>;
  remove(id: string): Promise<void>;
  /** Opens a file of the folder of chats. */
  openFile(name: string): Promise<void>;
}

interface Item extends QuickPickItem {
  readonly chat?: ChatSummary;
  /** A chat that can't be read. */
  readonly unread?: UnreadChat;
}

const buttons = {
  rename: { iconPath: new ThemeIcon('edit'), tooltip: l10n.t('Rename') },
  pin: { iconPath: new ThemeIcon('pin'), tooltip: l10n.t('Pin') },
  unpin: { iconPath: new ThemeIcon('pinned'), tooltip: l10n.t('Unpin') },
  export: { iconPath: new ThemeIcon('export'), tooltip: l10n.t('Export') },
  remove: { iconPath: new ThemeIcon('trash'), tooltip: l10n.t('Delete') },
};

/** Maximum number of chats in the list. Sending thousands of rows to VS Code with each key takes longer than a key may. */
const maxListed = 200;

/** Maximum number of chats that can't be read in the list. The number of all is shown. */
const maxUnread = 20;

const activities = {
  running: { icon: '$(loading~spin) ', text: l10n.t('responding') },
  completed: { icon: '$(circle-filled) ', text: l10n.t('new response') },
  failed: { icon: '$(warning) ', text: l10n.t('response failed') },
};

/**
 * Resolves to the ID of the selected chat, or undefined. The list stays open after pinning and deleting.
 * @param current ID of the chat that is shown
 */
export function chooseChat(
  current: string,
  store: Pick<ChatStore, 'list'>,
  actions: ChatActions,
  activityOf: (id: string) => ChatActivity | undefined = () => undefined,
): Promise<string | undefined> {
  const pick = window.createQuickPick<Item>();
  pick.title = l10n.t('Chats');
  pick.placeholder = l10n.t('Search all chats');
  pick.busy = true;
  let chats: readonly ChatSummary[] = [];
  let unread: readonly UnreadChat[] = [];
  const show = () => {
    const found = searchChats(chats, pick.value);
    pick.items =
      chats.length === 0 && unread.length === 0 && !pick.busy
        ? [{ label: l10n.t('$(info) No chats yet. Chats appear here as soon as you type in them.'), alwaysShow: true }]
        : [
            ...itemsOf(found.slice(0, maxListed), pick.value, current, activityOf),
            ...notes(found),
            ...unreadItems(unread),
          ];
  };
  const notes = (found: readonly ChatSummary[]): Item[] => [
    ...(found.length > maxListed
      ? [{ label: l10n.t('$(info) {0} more chats. Type to find them.', found.length - maxListed), alwaysShow: true }]
      : []),
    ...(pick.value.trim() !== '' && chats.some(({ isPartial }) => isPartial)
      ? [{ label: l10n.t('$(info) Only the beginning of very long and of old chats is searched.'), alwaysShow: true }]
      : []),
  ];
  const load = async () => {
    try {
      let leftOut: readonly UnreadChat[] = [];
      chats = await store.list({
        showFirst: (first) => {
          // After a change, the list that is shown has more chats.
          if (chats.length > 0) return;
          chats = first;
          show();
        },
        showUnread: (some) => {
          leftOut = some;
        },
      });
      unread = leftOut;
      pick.busy = false;
      show();
    } catch (error) {
      pick.busy = false;
      const label = l10n.t("$(warning) Couldn't read the chats.");
      pick.items = [{ label, detail: describeFailure(error), alwaysShow: true }];
    }
  };
  const press = async (chat: ChatSummary, button: QuickInputButton) => {
    if (button === buttons.pin || button === buttons.unpin) await actions.pin(chat.id, !chat.pinned);
    else if (button === buttons.remove) await actions.remove(chat.id);
    else {
      // The next input box or dialog replaces the list.
      pick.hide();
      return button === buttons.rename ? actions.rename(chat.id) : actions.export(chat.id);
    }
    await load();
  };
  return new Promise((resolve) => {
    pick.onDidChangeValue(show);
    pick.onDidTriggerItemButton(
      ({ item: { chat }, button }) => chat && void runAction('Chats', () => press(chat, button)),
    );
    pick.onDidAccept(() => {
      const { chat, unread: file } = pick.selectedItems[0] ?? {};
      resolve(chat?.id);
      pick.hide();
      if (file !== undefined) void runAction('Chats', () => actions.openFile(file.file));
    });
    pick.onDidHide(() => {
      resolve(undefined);
      pick.dispose();
    });
    pick.show();
    void load();
  });
}

/** Says how many chats can't be read, and why; each row opens its file. */
function unreadItems(unread: readonly UnreadChat[]): Item[] {
  if (unread.length === 0) return [];
  return [
    { label: l10n.t("can't be read: {0}", unread.length), kind: QuickPickItemKind.Separator },
    ...unread.slice(0, maxUnread).map((chat) => ({
      label: l10n.t('$(warning) Open {0}', inert(chat.file)),
      detail: inert(oneLine(chat.why, 200)),
      alwaysShow: true,
      unread: chat,
    })),
  ];
}

function itemsOf(
  chats: readonly ChatSummary[],
  typed: string,
  current: string,
  activityOf: (id: string) => ChatActivity | undefined,
): Item[] {
  const items: Item[] = [];
  let group = '';
  for (const chat of chats) {
    const next = chat.pinned ? l10n.t('pinned') : l10n.t('latest');
    if (next !== group) items.push({ label: next, kind: QuickPickItemKind.Separator });
    group = next;
    const found = foundLine(chat, typed);
    const activity = activityOf(chat.id);
    const icon = activity ? activities[activity].icon : chat.id === current ? '$(comment-discussion) ' : '';
    items.push({
      label: `${icon}${inert(chat.title || l10n.t('No messages'))}`,
      description: inert(descriptionOf(chat, activity)),
      ...(found !== undefined && { detail: inert(found) }),
      buttons: [buttons.rename, chat.pinned ? buttons.unpin : buttons.pin, buttons.export, buttons.remove],
      // Filtered by `searchChats`, which also finds text that the row doesn't show.
      alwaysShow: true,
      chat,
    });
  }
  return items;
}

function descriptionOf({ messages, model, at }: ChatSummary, activity: ChatActivity | undefined): string {
  const when = at === 0 ? '' : timeAgo(new Date(at).toISOString(), Date.now());
  const count =
    messages === 0 ? l10n.t('not sent') : messages === 1 ? l10n.t('1 message') : l10n.t('{0} messages', messages);
  return [activity && activities[activity].text, when, count, model]
    .filter((part) => part !== undefined && part !== '')
    .join(' · ');
}
