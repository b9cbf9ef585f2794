import {
  type AboutChat,
  codeBlockActions,
  mentionKinds,
  pageActions,
  queuedActions,
  type ToHost,
  turnActions,
} from '../src/service/chat/messages.ts';

const aboutChat: readonly AboutChat[] = [
  { kind: 'send', text: 'hello' },
  { kind: 'sendToTwo', text: 'hello' },
  { kind: 'stop' },
  { kind: 'sendQueued' },
  ...queuedActions.map((action) => ({ kind: 'queued', action, id: 'a' }) as const),
  { kind: 'cancelEdit' },
  { kind: 'composed', text: 'hello' },
  { kind: 'detach', id: 'a' },
  { kind: 'attachText', name: 'a', text: 'b' },
  { kind: 'attachImage', name: 'a', data: 'AAAA' },
  { kind: 'attachUris', uris: ['file:///etc/passwd'] },
  ...mentionKinds.map((of) => ({ kind: 'attachMention', of, key: 'file:///etc/passwd' }) as const),
  { kind: 'findMentions', of: 'file', query: 'passwd', request: 1 },
  { kind: 'openLink', href: 'https://example.com/' },
  { kind: 'openMedia', id: 'a', index: 0 },
  { kind: 'settings', settings: { temperature: 0.5, maxTokens: 100, system: 'Be brief.' } },
  { kind: 'settings', settings: {} },
  { kind: 'newChat' },
  { kind: 'dismiss', notice: 'notice' },
  { kind: 'dismiss', notice: 'undo' },
  ...turnActions.map((action) => ({ kind: 'turn', action, id: 'a' }) as const),
  ...codeBlockActions.map((action) => ({ kind: 'code', action, text: 'a', language: 'ts' }) as const),
  ...pageActions.map((action) => ({ kind: 'run', action }) as const),
];

/** Messages that the page of a chat sends, of each kind. */
export const offered: readonly ToHost[] = [
  { kind: 'ready' },
  { kind: 'focused', on: true },
  ...aboutChat.map((message) => ({ ...message, chat: 'a-1' })),
];
