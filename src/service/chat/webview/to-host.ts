/** Messages of the page to its host. Each one names the chat that the page shows. */
import { postToHost } from '../../../shared/webview/post-to-host.ts';
import type { AboutChat, AboutPage, PageAction, ToHost, ToPage } from '../messages.ts';

/** ID of the chat that the page shows. */
let chat = '';
/** The page has requested its chat, which the host hasn't shown yet. `isUsed`: the user has done something in it since. */
let request: { isUsed: boolean } | undefined;

/** Posts a message about the chat that the page shows. */
export function post(message: AboutChat): void {
  postAbout(chat, message);
}

export function postAbout(id: string, message: AboutChat): void {
  if (request && id === chat) request.isUsed = true;
  postToHost({ ...message, chat: id } satisfies ToHost);
}

/** Posts a message about the page itself. */
export function postAboutPage(message: AboutPage): void {
  postToHost(message);
}

export function runCommand(action: PageAction): void {
  post({ kind: 'run', action });
}

/**
 * Requests a new chat. The page shows it at once, empty, so that text typed meanwhile never goes to the previous one.
 * @returns its ID
 */
export function requestNewChat(): string {
  chat = crypto.randomUUID();
  postToHost({ kind: 'newChat', chat } satisfies ToHost);
  request = { isUsed: false };
  return chat;
}

/**
 * Returns the message as the page should show it: undefined if it's about a chat that the page has left already. What the
 * user has typed meanwhile is kept.
 */
export function current(message: ToPage): ToPage | undefined {
  if (message.kind === 'focus' || message.kind === 'mentions') return message;
  if (message.kind !== 'show') return request ? undefined : message;
  if (!request) {
    chat = message.chat;
    return message;
  }
  const { isUsed } = request;
  const isRequested = message.chat === chat;
  if (!isRequested && message.newChat !== chat) return undefined;
  request = undefined;
  chat = message.chat;
  return { ...message, keepText: isRequested && isUsed };
}

/** Whether the keyboard shortcut for a new chat was pressed, in the way VS Code recognizes it in any keyboard layout. */
export function isNewChatKey({ key, code, ctrlKey, metaKey, shiftKey, altKey }: KeyboardEvent): boolean {
  const isMac = navigator.platform.startsWith('Mac');
  if (shiftKey || altKey || ctrlKey === isMac || metaKey !== isMac) return false;
  return key.toLowerCase() === 'n' || (code === 'KeyN' && !/^[a-z]$/i.test(key));
}
