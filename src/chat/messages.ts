/** Messages between the chat panel and its host, one union per direction. The host validates those of the panel. */
import { isRecord } from '../api/json.ts';
import { MAX_IMAGE_SIZE } from './attachment-formats.ts';
import { type AnswerSettings, type AttachmentKind, type ChatRecord, parseSettings } from './record.ts';

export * from './attachment-formats.ts';
export * from './record.ts';
export * from './transcript.ts';
export * from './usage.ts';

/** Actions that a panel can request; the host defines what each one does. */
export const PANEL_ACTIONS = [
  'signIn',
  'manageConnection',
  'retryConnection',
  'chooseModel',
  'newChat',
  'showChats',
  'reloadChat',
  'attach',
  'setBudget',
  'showLog',
  'renameChat',
  'exportChat',
  'explainRun',
] as const;
export type PanelAction = (typeof PANEL_ACTIONS)[number];

/** Actions on a turn. */
export const TURN_ACTIONS = [
  'copy',
  'openMarkdown',
  'edit',
  'retry',
  /** Prompts for a model first. */
  'retryWith',
  'continue',
  'cancelWait',
  'choose',
  'remove',
  'restore',
] as const;
export type TurnAction = (typeof TURN_ACTIONS)[number];

/** Actions on a queued message. */
export const QUEUED_ACTIONS = ['edit', 'remove'] as const;
export type QueuedAction = (typeof QUEUED_ACTIONS)[number];

/** Actions on a code block. */
export const CODE_ACTIONS = ['copy', 'insert', 'newFile', 'apply'] as const;
export type CodeAction = (typeof CODE_ACTIONS)[number];

/** Kinds of attachments that `#` in the composer suggests. */
export const MENTION_KINDS = ['file', 'selection', 'problems', 'run', 'workflow'] as const;
export type MentionKind = (typeof MENTION_KINDS)[number];

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
 * Maximum lengths in UTF-16 code units, and maximum number of `uris`. A draft can be longer than a prompt, so that a
 * paste that is too long isn't lost.
 */
export const LIMITS = {
  prompt: 1_000_000,
  draft: 4_000_000,
  code: 4_000_000,
  attachment: 1_000_000,
  /** As base64. */
  image: Math.ceil(MAX_IMAGE_SIZE / 3) * 4,
  name: 200,
  id: 64,
  uri: 4096,
  uris: 50,
  query: 200,
  system: 100_000,
} as const;

export type ToHost =
  /** The page's code runs and expects `show`. */
  | { readonly kind: 'ready' }
  | { readonly kind: 'send'; readonly text: string }
  | { readonly kind: 'stop' }
  /** The panel gained or lost the focus. */
  | { readonly kind: 'focused'; readonly on: boolean }
  | { readonly kind: 'turn'; readonly action: TurnAction; readonly id: string }
  /** Sends the oldest queued message now. */
  | { readonly kind: 'sendQueued' }
  /** Moves a queued message back into the composer, or removes it. */
  | { readonly kind: 'queued'; readonly action: QueuedAction; readonly id: string }
  /** Leaves the question unchanged. */
  | { readonly kind: 'cancelEdit' }
  /** The current text of the composer. */
  | { readonly kind: 'draft'; readonly text: string }
  | { readonly kind: 'settings'; readonly settings: AnswerSettings }
  | { readonly kind: 'detach'; readonly id: string }
  /** Text that was dropped or pasted. */
  | { readonly kind: 'attachText'; readonly name: string; readonly text: string }
  /** Requests suggestions; `mentions` has the same request number. */
  | { readonly kind: 'findMentions'; readonly of: MentionKind; readonly query: string; readonly request: number }
  /** `key` is that of the mention. */
  | { readonly kind: 'attachMention'; readonly of: MentionKind; readonly key: string }
  /** An image, as base64. */
  | { readonly kind: 'attachImage'; readonly name: string; readonly data: string }
  /** Dropped URIs. The host reads only those in the workspace. */
  | { readonly kind: 'attachUris'; readonly uris: readonly string[] }
  | { readonly kind: 'code'; readonly action: CodeAction; readonly text: string; readonly language: string }
  /** A link was clicked; `href` has been checked by `linkTarget`. */
  | { readonly kind: 'openLink'; readonly href: string }
  | { readonly kind: 'run'; readonly action: PanelAction };

/** Connection state as shown in the panel; `text` describes the problem, if any. */
export interface ConnectionView {
  readonly kind: 'signedOut' | 'connected' | 'unauthorized' | 'unreachable';
  readonly text: string;
}

/** An attachment of the next message, as shown in the composer. */
export interface ContextChip {
  readonly id: string;
  readonly kind: AttachmentKind;
  readonly label: string;
  readonly tokens: number;
}

export interface ComposerView {
  /** ID of the question that is being edited. */
  readonly editing?: string;
  readonly context: readonly ContextChip[];
}

/** A notice about the whole chat, with an optional action. */
export interface Notice {
  readonly text: string;
  readonly action?: PanelAction;
  readonly label?: string;
}

/** Where the focus goes: `quote` is the composer, with the selected text as a quote. */
export type FocusTarget = 'composer' | 'last' | 'find' | 'nextCode' | 'previousCode' | 'quote';

export type ToPanel =
  /** The complete state, which replaces what is shown. `l10n` contains the translations. */
  | {
      readonly kind: 'show';
      readonly records: readonly ChatRecord[];
      readonly draft: string;
      readonly composer: ComposerView;
      readonly connection: ConnectionView;
      /** Cost above which the panel warns; 0 for no limit. */
      readonly budget: number;
      readonly l10n: Readonly<Record<string, string>>;
    }
  /** New records, at most 20 times per second. */
  | { readonly kind: 'records'; readonly records: readonly ChatRecord[] }
  | { readonly kind: 'connection'; readonly connection: ConnectionView }
  | { readonly kind: 'composer'; readonly composer: ComposerView }
  | { readonly kind: 'mentions'; readonly request: number; readonly mentions: Mentions }
  | { readonly kind: 'budget'; readonly budget: number }
  | { readonly kind: 'notice'; readonly notice: Notice }
  /** Replaces the text of the composer if it's still `was`. */
  | { readonly kind: 'draft'; readonly text: string; readonly was: string }
  | { readonly kind: 'focus'; readonly where: FocusTarget };

/** Protocols of the links that can be opened. */
const ALLOWED = new Set(['http:', 'https:', 'mailto:']);
const MAX_LINK_LENGTH = 2048;

/**
 * Returns the normalized target of a link in a model's text (an imitated host becomes Punycode), or undefined. Only
 * absolute http, https, and mailto links are allowed; never command:, vscode:, javascript:, file:, or data:.
 */
export function linkTarget(href: string): URL | undefined {
  if (href.length > MAX_LINK_LENGTH || !URL.canParse(href)) return undefined;
  const url = new URL(href);
  return ALLOWED.has(url.protocol) ? url : undefined;
}

/** Short description of a link target: its host, or the email address. */
export function linkTargetLabel(url: URL): string {
  return url.protocol === 'mailto:' ? url.pathname : url.host;
}

/** Parses a message from a webview; undefined if it isn't valid. */
export function parseToHost(value: unknown): ToHost | undefined {
  if (!isRecord(value)) return undefined;
  const { kind, text, id, href, name, uris, language } = value;
  switch (kind) {
    case 'ready':
    case 'stop':
    case 'sendQueued':
    case 'cancelEdit':
      return { kind };
    case 'focused':
      return typeof value.on === 'boolean' ? { kind, on: value.on } : undefined;
    case 'send':
      return isBounded(text, LIMITS.prompt) && text.trim() !== '' ? { kind, text } : undefined;
    case 'draft':
      return isBounded(text, LIMITS.draft) ? { kind, text } : undefined;
    case 'turn': {
      const action = TURN_ACTIONS.find((one) => one === value.action);
      return action && isBounded(id, LIMITS.id) ? { kind, action, id } : undefined;
    }
    case 'queued': {
      const action = QUEUED_ACTIONS.find((one) => one === value.action);
      return action && isBounded(id, LIMITS.id) ? { kind, action, id } : undefined;
    }
    case 'settings': {
      const settings = parseSettings(value.settings);
      return settings && (settings.system ?? '').length <= LIMITS.system ? { kind, settings } : undefined;
    }
    case 'detach':
      return isBounded(id, LIMITS.id) ? { kind, id } : undefined;
    case 'attachText':
      return isBounded(name, LIMITS.name) && isBounded(text, LIMITS.attachment) ? { kind, name, text } : undefined;
    case 'attachImage': {
      const { data } = value;
      return isBounded(name, LIMITS.name) && isBounded(data, LIMITS.image) ? { kind, name, data } : undefined;
    }
    case 'attachUris':
      return Array.isArray(uris) && uris.length <= LIMITS.uris && uris.every((uri) => isBounded(uri, LIMITS.uri))
        ? { kind, uris }
        : undefined;
    case 'findMentions':
    case 'attachMention':
      return parseMention(kind, value);
    case 'code': {
      const action = CODE_ACTIONS.find((one) => one === value.action);
      return action && isBounded(text, LIMITS.code) && isBounded(language, LIMITS.name)
        ? { kind, action, text, language }
        : undefined;
    }
    case 'openLink': {
      const target = typeof href === 'string' ? linkTarget(href) : undefined;
      return target ? { kind, href: target.href } : undefined;
    }
    case 'run': {
      const action = PANEL_ACTIONS.find((one) => one === value.action);
      return action ? { kind, action } : undefined;
    }
    default:
      return undefined;
  }
}

function parseMention(kind: 'findMentions' | 'attachMention', value: Record<string, unknown>): ToHost | undefined {
  const { query, key, request } = value;
  const of = MENTION_KINDS.find((one) => one === value.of);
  if (!of) return undefined;
  if (kind === 'attachMention') return isBounded(key, LIMITS.uri) ? { kind, of, key } : undefined;
  return isBounded(query, LIMITS.query) && Number.isSafeInteger(request)
    ? { kind, of, query, request: Number(request) }
    : undefined;
}

function isBounded(value: unknown, longest: number): value is string {
  return typeof value === 'string' && value.length <= longest;
}
