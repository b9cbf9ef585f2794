/** Messages between the chat page and its host, one union per direction. The host validates those of the page. */

import type { Command } from '../../shared/generated/names.ts';
import {
  flag,
  listOf,
  number,
  oneOf,
  optional,
  type Parsed,
  parsed,
  record,
  text,
  textUpTo,
  union,
  where,
} from '../../shared/text/parse.ts';
import { type Attachment, answerSettings, type ChatRecord, maxImageSize } from './record.ts';
import { isChatId } from './stored/chat-log.ts';

export * from './record.ts';
export * from './transcript.ts';
export * from './usage.ts';

/** What a page can ask the host to run: commands of the extension, and two more actions. */
export const pageActions = [
  'switchyard.signIn',
  'switchyard.manageConnection',
  'switchyard.retryConnection',
  'switchyard.chat.chooseModel',
  'switchyard.chat.showChats',
  'switchyard.chat.attach',
  'switchyard.showLog',
  'switchyard.chat.rename',
  'switchyard.chat.export',
  'switchyard.chat.explainRun',
  'reloadChat',
  'setBudget',
] as const satisfies readonly (Command | 'reloadChat' | 'setBudget')[];
export type PageAction = (typeof pageActions)[number];

/** Actions on a turn. */
export const turnActions = [
  'copy',
  'openMarkdown',
  'edit',
  'retry',
  /** Prompts for a model first. */
  'retryWith',
  /** Asks for a second model, whose answer is shown beside this one. */
  'askAlso',
  'continueWith',
  'continue',
  'cancelWait',
  'choose',
  'remove',
  'restore',
] as const;
export type TurnAction = (typeof turnActions)[number];

/** Actions on a queued message. */
export const queuedActions = ['edit', 'remove'] as const;
export type QueuedAction = (typeof queuedActions)[number];

/** Actions on a code block. */
export const codeBlockActions = ['copy', 'insert', 'newFile', 'apply'] as const;

/** Kinds of attachments that `#` in the composer suggests. */
export const mentionKinds = ['file', 'selection', 'problems', 'run', 'workflow'] as const;
export type MentionKind = (typeof mentionKinds)[number];

/** A suggestion for `#`. */
export interface Mention {
  /** Identifies the suggestion to the host. */
  readonly key: string;
  readonly label: string;
  readonly description: string;
  /** Name of a codicon. */
  readonly icon?: string;
}

export interface Mentions {
  readonly items: readonly Mention[];
  /** Why items are missing. */
  readonly note?: string;
}

/**
 * Maximum lengths in UTF-16 code units, and maximum number of `uris`. The content of the composer can be longer than a prompt, so that a
 * paste that is too long isn't lost.
 */
export const messageLimits = {
  prompt: 1_000_000,
  composed: 4_000_000,
  code: 4_000_000,
  attachment: 1_000_000,
  /** As base64. */
  image: Math.ceil(maxImageSize / 3) * 4,
  name: 200,
  id: 64,
  uri: 4096,
  uris: 50,
  query: 200,
  system: 100_000,
} as const;

/** Connection state as shown in the page; `text` describes the problem, if any. */
export interface ConnectionView {
  readonly kind: 'signedOut' | 'connected' | 'unauthorized' | 'unreachable';
  readonly text: string;
}

/** An attachment of the next message, as shown in the composer. */
export type ContextChip = Pick<Attachment, 'id' | 'kind' | 'label' | 'tokens'>;

export interface ComposerView {
  /** ID of the question that is being edited. */
  readonly editing?: string;
  readonly context: readonly ContextChip[];
}

/** A notice about the whole chat, with an optional action. */
export interface Notice {
  readonly text: string;
  readonly action?: PageAction;
  readonly label?: string;
  /** Nothing went wrong. */
  readonly isHint?: boolean;
}

/** What the page shows around the messages. */
export interface PageState {
  readonly composer: ComposerView;
  readonly connection: ConnectionView;
  /** Cost above which the page warns; 0 for no limit. */
  readonly budget: number;
  /** Number of other chats with a new response. */
  readonly unread: number;
}

/** Where the focus goes: `quote` is the composer, with the selected text as a quote. */
export type FocusTarget = 'composer' | 'last' | 'find' | 'nextCode' | 'previousCode' | 'quote';

export type ToPage =
  /** The complete state, which replaces what is shown. `l10n` contains the translations. */
  | {
      readonly kind: 'show';
      /** ID of the chat. */
      readonly chat: string;
      readonly records: readonly ChatRecord[];
      /** Text of the composer. */
      readonly composed: string;
      /** The composer keeps its text, which may be newer. */
      readonly keepText: boolean;
      /** The new chat that the page has requested, if another one was opened since. */
      readonly newChat?: string;
      readonly state: PageState;
      readonly notice: Notice | undefined;
      /** ID of the message that was deleted last, if that can be undone. */
      readonly removed: string | undefined;
      readonly l10n: Readonly<Record<string, string>>;
    }
  /** New records, at most 20 times per second. */
  | { readonly kind: 'records'; readonly records: readonly ChatRecord[] }
  /** The parts of the state that have changed. */
  | { readonly kind: 'state'; readonly state: Partial<PageState> }
  | { readonly kind: 'mentions'; readonly request: number; readonly mentions: Mentions }
  /** Shows a notice, or closes it. */
  | { readonly kind: 'notice'; readonly notice: Notice | undefined }
  /** Replaces the text of the composer if it's still `was`. The same text: it wasn't accepted, and can be sent again. */
  | { readonly kind: 'composed'; readonly text: string; readonly was: string }
  | { readonly kind: 'focus'; readonly where: FocusTarget };

/** Protocols of the links that can be opened. */
const allowedSchemes = new Set(['http:', 'https:', 'mailto:']);
const maxLinkLength = 2048;

/**
 * Returns the normalized target of a link in a model's text (an imitated host becomes Punycode), or undefined. Only
 * absolute http, https, and mailto links are allowed; never command:, vscode:, javascript:, file:, or data:.
 */
export function linkTarget(href: string): URL | undefined {
  if (href.length > maxLinkLength || !URL.canParse(href)) return undefined;
  const url = new URL(href);
  return allowedSchemes.has(url.protocol) ? url : undefined;
}

/** Short description of a link target: its host, or the email address. */
export function linkTargetLabel(url: URL): string {
  return url.protocol === 'mailto:' ? url.pathname : url.host;
}

const id = textUpTo(messageLimits.id);
const name = textUpTo(messageLimits.name);
const of = oneOf(mentionKinds);
const prompt = where((value): value is string => textUpTo(messageLimits.prompt)(value).trim() !== '');

const aboutPage = union('kind', {
  /** The page's code runs and expects `show`. */
  ready: {},
  /** The page gained or lost the focus. */
  focused: { on: flag },
});

const aboutChat = union('kind', {
  send: { text: prompt },
  /** Also asks a second model, which the user chooses. */
  sendToTwo: { text: prompt },
  stop: {},
  turn: { action: oneOf(turnActions), id },
  /** Opens a part of an answer. `index` is its position among the parts that aren't text. */
  openMedia: { id, index: number },
  /** Sends the oldest queued message now. */
  sendQueued: {},
  /** Moves a queued message back into the composer, or removes it. */
  queued: { action: oneOf(queuedActions), id },
  /** Leaves the question unchanged. */
  cancelEdit: {},
  /** The current text of the composer. */
  composed: { text: textUpTo(messageLimits.composed) },
  /** The page already shows this new chat, and waits for the `show` that answers the request. */
  newChat: {},
  settings: {
    settings: (value) => {
      const settings = answerSettings(value);
      optional(textUpTo(messageLimits.system))(settings.system);
      return settings;
    },
  },
  detach: { id },
  /** A notice was closed: the one from the host, or the one that offers to undo a deletion. */
  dismiss: { notice: oneOf(['notice', 'undo']) },
  /** Text that was dropped or pasted. */
  attachText: { name, text: textUpTo(messageLimits.attachment) },
  /** Requests suggestions; `mentions` has the same request number. */
  findMentions: { of, query: textUpTo(messageLimits.query), request: number },
  /** `key` is that of the mention. */
  attachMention: { of, key: textUpTo(messageLimits.uri) },
  /** An image, as base64. */
  attachImage: { name, data: textUpTo(messageLimits.image) },
  /** Dropped URIs. The host reads only those in the workspace. */
  attachUris: { uris: listOf(textUpTo(messageLimits.uri), messageLimits.uris) },
  code: { action: oneOf(codeBlockActions), text: textUpTo(messageLimits.code), language: name },
  /** A link was clicked. */
  openLink: { href: (value) => text(linkTarget(text(value))?.href) },
  run: { action: oneOf(pageActions) },
});

/** ID of the chat that the page showed when it posted the message. The host may show another one by now. */
const about = record({ chat: where((value): value is string => isChatId(text(value))) });

export type AboutPage = Parsed<typeof aboutPage>;
/** What a page tells about a chat. */
export type AboutChat = Parsed<typeof aboutChat>;
/** A message about the chat that it names. */
export type ChatPageMessage = AboutChat & Parsed<typeof about>;
export type ToHost = AboutPage | ChatPageMessage;

/** Parses a message from a webview; undefined if it isn't valid. */
export function parseToHost(value: unknown): ToHost | undefined {
  return parsed(aboutPage, value) ?? parsed((given) => ({ ...aboutChat(given), ...about(given) }), value);
}
