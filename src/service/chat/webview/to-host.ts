/** Messages of the panel to its host. */
import { postToHost } from '../../../shared/webview/post-to-host.ts';
import type { PanelAction, ToHost, ToPanel } from '../messages.ts';

/** The request for a new chat that the host hasn't answered yet, and whether the user has typed since. */
let request: { readonly id: string; typed: boolean } | undefined;

export function post(message: ToHost): void {
  if (request && (message.kind === 'draft' || message.kind === 'send')) {
    request.typed = true;
    postToHost({ ...message, newChat: request.id });
  } else postToHost(message);
}

export function runCommand(action: PanelAction): void {
  post({ kind: 'run', action });
}

/** Requests a new chat. The page shows an empty chat at once, so that text typed meanwhile never goes to the previous one. */
export function requestNewChat(): void {
  const id = crypto.randomUUID();
  post({ kind: 'newChat', newChat: id });
  request = { id, typed: false };
}

/**
 * Returns the message as the page should show it: undefined if it's about the chat that the page has left already. What
 * the user has typed meanwhile is kept.
 */
export function current(message: ToPanel): ToPanel | undefined {
  if (!request || message.kind === 'focus' || message.kind === 'mentions') return message;
  if (message.kind !== 'show' || message.newChat !== request.id) return undefined;
  const { typed } = request;
  request = undefined;
  if (!typed) return message;
  const { draft, ...rest } = message;
  return rest;
}

/** Whether the keyboard shortcut for a new chat was pressed, in the way VS Code recognizes it in any keyboard layout. */
export function isNewChatKey({ key, code, ctrlKey, metaKey, shiftKey, altKey }: KeyboardEvent): boolean {
  const isMac = navigator.platform.startsWith('Mac');
  if (shiftKey || altKey || ctrlKey === isMac || metaKey !== isMac) return false;
  return key.toLowerCase() === 'n' || (code === 'KeyN' && !/^[a-z]$/i.test(key));
}
