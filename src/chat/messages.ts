/** The messages between the chat panel and its host: one union each way. The host checks those of the panel. */
import { isRecord } from '../api/json.ts';
import { type AnswerSettings, type AttachmentKind, type ChatRecord, parseSettings } from './record.ts';

export * from './record.ts';
export * from './transcript.ts';
export * from './usage.ts';

/** What the panel may have done; each is one fixed command of the host. */
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

/** What may be done with one turn. */
export const TURN_ACTIONS = [
  'copy',
  'openMarkdown',
  'edit',
  'retry',
  /** Chooses a model first. */
  'retryWith',
  'continue',
  'cancelWait',
  'choose',
  'remove',
  'restore',
] as const;
export type TurnAction = (typeof TURN_ACTIONS)[number];

/** What may be done with a message that waits. */
export const QUEUED_ACTIONS = ['edit', 'remove'] as const;
export type QueuedAction = (typeof QUEUED_ACTIONS)[number];

/** What may be done with a block of code. */
export const CODE_ACTIONS = ['copy', 'insert', 'newFile', 'apply'] as const;
export type CodeAction = (typeof CODE_ACTIONS)[number];

/** What `#` in the composer can attach. */
export const MENTION_KINDS = ['file', 'selection', 'problems', 'run', 'workflow'] as const;
export type MentionKind = (typeof MENTION_KINDS)[number];

/** Something that `#` offers. */
export interface Mention {
  /** How the host knows it. */
  readonly key: string;
  readonly label: string;
  readonly description: string;
  /** A codicon. */
  readonly icon?: string;
}

export interface Mentions {
  readonly items: readonly Mention[];
  /** Why there are none. */
  readonly note?: string;
}

/** In UTF-16 units. A draft may be longer than what is sent, so that a paste that is too long is not lost. */
export const LIMITS = {
  prompt: 1_000_000,
  draft: 4_000_000,
  code: 4_000_000,
  attachment: 1_000_000,
  /** As base64. */
  image: 7_000_000,
  name: 200,
  id: 64,
  uri: 4096,
  uris: 50,
  query: 200,
  system: 100_000,
} as const;

export type ToHost =
  /** The panel's code runs: it wants `show`. */
  | { readonly kind: 'ready' }
  | { readonly kind: 'send'; readonly text: string }
  | { readonly kind: 'stop' }
  /** The panel has got the keyboard, or lost it. */
  | { readonly kind: 'focused'; readonly on: boolean }
  | { readonly kind: 'turn'; readonly action: TurnAction; readonly id: string }
  /** The message that has waited longest is sent now. */
  | { readonly kind: 'sendQueued' }
  /** A waiting message goes back into the composer, or away. */
  | { readonly kind: 'queued'; readonly action: QueuedAction; readonly id: string }
  /** Leaves the edited question as it was. */
  | { readonly kind: 'cancelEdit' }
  /** What stands in the composer now. */
  | { readonly kind: 'draft'; readonly text: string }
  | { readonly kind: 'settings'; readonly settings: AnswerSettings }
  | { readonly kind: 'detach'; readonly id: string }
  /** Dropped or pasted, with its content. */
  | { readonly kind: 'attachText'; readonly name: string; readonly text: string }
  /** What there is to mention, answered by `mentions` with the same number. */
  | { readonly kind: 'findMentions'; readonly of: MentionKind; readonly query: string; readonly request: number }
  /** `key` is that of the mention. */
  | { readonly kind: 'attachMention'; readonly of: MentionKind; readonly key: string }
  /** An image, as base64. */
  | { readonly kind: 'attachImage'; readonly name: string; readonly data: string }
  /** Dropped, as addresses that the host reads, when they are of the workspace. */
  | { readonly kind: 'attachUris'; readonly uris: readonly string[] }
  | { readonly kind: 'code'; readonly action: CodeAction; readonly text: string; readonly language: string }
  /** A link was followed; `href` has passed `linkTarget`. */
  | { readonly kind: 'openLink'; readonly href: string }
  | { readonly kind: 'run'; readonly action: PanelAction };

/** The connection as the panel shows it; `text` is a sentence where something is wrong. */
export interface ConnectionView {
  readonly kind: 'signedOut' | 'connected' | 'unauthorized' | 'unreachable';
  readonly text: string;
}

/** What goes along with the next message, as the composer shows it. */
export interface ContextChip {
  readonly id: string;
  readonly kind: AttachmentKind;
  readonly label: string;
  readonly tokens: number;
}

export interface ComposerView {
  /** The question that is written anew. */
  readonly editing?: string;
  readonly context: readonly ContextChip[];
}

/** A word about the chat as a whole, and what can be done about it. */
export interface Notice {
  readonly text: string;
  readonly action?: PanelAction;
  readonly label?: string;
}

/** Where the cursor is put: `quote` is the composer, with the passage that is selected. */
export type FocusTarget = 'composer' | 'last' | 'find' | 'nextCode' | 'previousCode' | 'quote';

export type ToPanel =
  /** Everything, in place of all that was shown. `l10n` holds the translations. */
  | {
      readonly kind: 'show';
      readonly records: readonly ChatRecord[];
      readonly draft: string;
      readonly composer: ComposerView;
      readonly connection: ConnectionView;
      /** What a chat may cost before the panel warns; 0: anything. */
      readonly budget: number;
      readonly l10n: Readonly<Record<string, string>>;
    }
  /** What has happened since, at most 20 times a second. */
  | { readonly kind: 'records'; readonly records: readonly ChatRecord[] }
  | { readonly kind: 'connection'; readonly connection: ConnectionView }
  | { readonly kind: 'composer'; readonly composer: ComposerView }
  | { readonly kind: 'mentions'; readonly request: number; readonly mentions: Mentions }
  | { readonly kind: 'budget'; readonly budget: number }
  | { readonly kind: 'notice'; readonly notice: Notice }
  /** Takes the place of the composer's text, unless that is no longer `was`. */
  | { readonly kind: 'draft'; readonly text: string; readonly was: string }
  | { readonly kind: 'focus'; readonly where: FocusTarget };

/** Links that an answer may open. */
const ALLOWED = new Set(['http:', 'https:', 'mailto:']);
const LONGEST = 2048;

/**
 * The target of a link in a model's text, normalised (a host that imitates another becomes its punycode), or undefined:
 * only absolute http, https and mailto links lead anywhere; never command:, vscode:, javascript:, file: or data:.
 */
export function linkTarget(href: string): URL | undefined {
  if (href.length > LONGEST || !URL.canParse(href)) return undefined;
  const url = new URL(href);
  return ALLOWED.has(url.protocol) ? url : undefined;
}

/** Where a link leads, in a few words: its host, or the address of a mail. */
export function linkPlace(url: URL): string {
  return url.protocol === 'mailto:' ? url.pathname : url.host;
}

/** The message in what a webview posted; undefined for anything that the host never offered. */
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
