/** The page of the chat, with a host that shows the given records. */
import type { Uri as VsCodeUri, WebviewPanel } from 'vscode';
import { ChatWebview } from '../../src/service/chat/chat/chat-webview.ts';
import { type ChatRecord, ChatTranscript, type PageState } from '../../src/service/chat/messages.ts';
import { Uri } from '../unit/fake-vscode.ts';
import { openPage, type WebviewPage } from './page.ts';

export interface ChatPage extends WebviewPage {
  /** Replaces what is shown. */
  show(records: readonly ChatRecord[], state?: Partial<PageState>): Promise<void>;
  /** Adds records to the end of the chat. */
  add(...records: ChatRecord[]): void;
}

const model: ChatRecord = { kind: 'model', model: 'acme/one' };

/** @param width of the page in CSS pixels @param message name of the composer in the language of the page */
export async function openChatPage({ width = 700, message = 'Message' } = {}): Promise<ChatPage> {
  let shown: readonly ChatRecord[] = [model];
  let state: PageState = {
    connection: { kind: 'connected', text: '' },
    composer: { context: [] },
    budget: 0,
    unread: 0,
  };
  let webview: ChatWebview | undefined;
  const opened = await openPage((panel) => {
    webview = new ChatWebview(panel as unknown as WebviewPanel, Uri.file('/') as unknown as VsCodeUri, {
      snapshot: () => ({
        chat: 'c',
        records: new ChatTranscript(shown).records(),
        composed: '',
        state,
        notice: undefined,
        removed: undefined,
      }),
      receive: () => undefined,
      detach: () => undefined,
    });
  }, width);
  await opened.page.getByRole('textbox', { name: message }).waitFor();
  return {
    ...opened,
    show: async (records, changes = {}) => {
      state = { ...state, ...changes };
      // Through an empty chat, so that no test sees what an earlier one has shown.
      for (const next of [[], records]) {
        shown = [model, ...next];
        webview?.show();
        await opened.page
          .locator('chat-turn')
          .first()
          .waitFor({ state: next.length > 0 ? 'visible' : 'detached' });
      }
    },
    add: (...records) => {
      for (const record of records) webview?.add(record);
    },
  };
}

/** Returns a question and its complete answer. */
export function exchange(...texts: readonly string[]): ChatRecord[] {
  const id = 'answer';
  return [
    { kind: 'prompt', id: 'prompt', text: 'Say it', at: 1 },
    { kind: 'answer', id, model: 'acme/one', at: 2 },
    ...texts.map((text): ChatRecord => ({ kind: 'text', id, text })),
    { kind: 'end', id, ending: { how: 'complete' }, at: 3 },
  ];
}
