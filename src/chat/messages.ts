/** What the panel and its host say to each other: one union each way, checked at run time at both ends. */
import { linkTarget } from './links.ts';
import { isObject, parseRecord } from './record.ts';
import type { ChatRecord } from './transcript.ts';

export { linkPlace, linkTarget } from './links.ts';
export * from './transcript.ts';

/** What the panel may have done; each is one fixed command of the host. */
export const PANEL_ACTIONS = ['signIn', 'retryConnection', 'chooseModel', 'newChat', 'showLog'] as const;
export type PanelAction = (typeof PANEL_ACTIONS)[number];

/** In UTF-16 units. A draft may be longer than what is sent, so that a paste that is too long is not lost. */
export const LIMITS = { prompt: 1_000_000, draft: 4_000_000, copied: 4_000_000, id: 64 } as const;

export type ToHost =
  /** The panel's code runs: it wants `show`. */
  | { readonly kind: 'ready' }
  | { readonly kind: 'send'; readonly text: string }
  | { readonly kind: 'stop' }
  /** Asks for an answer anew; the old one goes. */
  | { readonly kind: 'retry'; readonly id: string }
  /** What stands in the composer now. */
  | { readonly kind: 'draft'; readonly text: string }
  | { readonly kind: 'copyTurn'; readonly id: string }
  | { readonly kind: 'copyText'; readonly text: string }
  /** A link was followed; `href` has passed `linkTarget`. */
  | { readonly kind: 'openLink'; readonly href: string }
  | { readonly kind: 'run'; readonly action: PanelAction };

/** The connection as the panel shows it; `text` is a sentence where something is wrong. */
export interface ConnectionView {
  readonly kind: 'signedOut' | 'connected' | 'unauthorized' | 'unreachable';
  readonly text: string;
}

export type ToPanel =
  /** Everything, in place of all that was shown. `l10n` holds our own words in the user's language. */
  | {
      readonly kind: 'show';
      readonly records: readonly ChatRecord[];
      readonly draft: string;
      readonly connection: ConnectionView;
      readonly l10n: Readonly<Record<string, string>>;
    }
  /** What has happened since, at most 30 times a second. */
  | { readonly kind: 'records'; readonly records: readonly ChatRecord[] }
  | { readonly kind: 'connection'; readonly connection: ConnectionView }
  /** Takes the place of the composer's text, unless that is no longer `was`. */
  | { readonly kind: 'draft'; readonly text: string; readonly was: string }
  | { readonly kind: 'focus' };

/** The message in what a webview posted; undefined for anything that the host never offered. */
export function parseToHost(value: unknown): ToHost | undefined {
  if (!isObject(value)) return undefined;
  const { kind, text, id, href, action } = value;
  switch (kind) {
    case 'ready':
    case 'stop':
      return { kind };
    case 'send':
      return isBounded(text, LIMITS.prompt) && text.trim() !== '' ? { kind, text } : undefined;
    case 'draft':
      return isBounded(text, LIMITS.draft) ? { kind, text } : undefined;
    case 'copyText':
      return isBounded(text, LIMITS.copied) ? { kind, text } : undefined;
    case 'retry':
    case 'copyTurn':
      return isBounded(id, LIMITS.id) ? { kind, id } : undefined;
    case 'openLink': {
      const target = typeof href === 'string' ? linkTarget(href) : undefined;
      return target ? { kind, href: target.href } : undefined;
    }
    case 'run': {
      const known = PANEL_ACTIONS.find((one) => one === action);
      return known ? { kind, action: known } : undefined;
    }
    default:
      return undefined;
  }
}

/** The message in what the host posted; the window also hears messages that are not the host's. */
export function parseToPanel(value: unknown): ToPanel | undefined {
  if (!isObject(value)) return undefined;
  const { kind, text, was, draft, l10n } = value;
  switch (kind) {
    case 'focus':
      return { kind };
    case 'draft':
      return typeof text === 'string' && typeof was === 'string' ? { kind, text, was } : undefined;
    case 'records': {
      const records = parseRecords(value.records);
      return records ? { kind, records } : undefined;
    }
    case 'connection': {
      const connection = parseConnection(value.connection);
      return connection ? { kind, connection } : undefined;
    }
    case 'show': {
      const records = parseRecords(value.records);
      const connection = parseConnection(value.connection);
      if (!records || !connection || typeof draft !== 'string' || !isDictionary(l10n)) return undefined;
      return { kind, records, draft, connection, l10n };
    }
    default:
      return undefined;
  }
}

function parseRecords(value: unknown): ChatRecord[] | undefined {
  if (!Array.isArray(value)) return undefined;
  const records = value.map(parseRecord).filter((record) => record !== undefined);
  return records.length === value.length ? records : undefined;
}

const CONNECTIONS: readonly ConnectionView['kind'][] = ['signedOut', 'connected', 'unauthorized', 'unreachable'];

function parseConnection(value: unknown): ConnectionView | undefined {
  if (!isObject(value) || typeof value.text !== 'string') return undefined;
  const kind = CONNECTIONS.find((one) => one === value.kind);
  return kind && { kind, text: value.text };
}

function isDictionary(value: unknown): value is Record<string, string> {
  return isObject(value) && Object.values(value).every((word) => typeof word === 'string');
}

function isBounded(value: unknown, longest: number): value is string {
  return typeof value === 'string' && value.length <= longest;
}
