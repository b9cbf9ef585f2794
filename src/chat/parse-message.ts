/** Checks what came over the border between the panel and its host, at run time and at both ends. */

import { ATTACHMENT_KINDS, type ChatRecord } from './chat-record.ts';
import { linkTarget } from './links.ts';
import {
  CODE_ACTIONS,
  type ComposerView,
  type ConnectionView,
  type ContextChip,
  LIMITS,
  type Notice,
  PANEL_ACTIONS,
  type ToHost,
  type ToPanel,
  TURN_ACTIONS,
} from './protocol.ts';
import { isObject, parseRecord, parseSettings } from './record.ts';

/** The message in what a webview posted; undefined for anything that the host never offered. */
export function parseToHost(value: unknown): ToHost | undefined {
  if (!isObject(value)) return undefined;
  const { kind, text, id, href, name, uris, language } = value;
  switch (kind) {
    case 'ready':
    case 'stop':
    case 'sendQueued':
    case 'unqueue':
    case 'cancelEdit':
      return { kind };
    case 'send':
      return isBounded(text, LIMITS.prompt) && text.trim() !== '' ? { kind, text } : undefined;
    case 'draft':
      return isBounded(text, LIMITS.draft) ? { kind, text } : undefined;
    case 'turn': {
      const action = TURN_ACTIONS.find((one) => one === value.action);
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

/** The message in what the host posted; the window also hears messages that are not the host's. */
export function parseToPanel(value: unknown): ToPanel | undefined {
  if (!isObject(value)) return undefined;
  const { kind, text, was, draft, l10n, budget, where } = value;
  switch (kind) {
    case 'focus':
      return where === 'composer' || where === 'last' ? { kind, where } : undefined;
    case 'draft':
      return typeof text === 'string' && typeof was === 'string' ? { kind, text, was } : undefined;
    case 'budget':
      return typeof budget === 'number' ? { kind, budget } : undefined;
    case 'records': {
      const records = parseRecords(value.records);
      return records && { kind, records };
    }
    case 'connection': {
      const connection = parseConnection(value.connection);
      return connection && { kind, connection };
    }
    case 'composer': {
      const composer = parseComposer(value.composer);
      return composer && { kind, composer };
    }
    case 'notice': {
      const notice = parseNotice(value.notice);
      return notice && { kind, notice };
    }
    case 'show': {
      const records = parseRecords(value.records);
      const connection = parseConnection(value.connection);
      const composer = parseComposer(value.composer);
      if (!records || !connection || !composer) return undefined;
      if (typeof draft !== 'string' || typeof budget !== 'number' || !isDictionary(l10n)) return undefined;
      return { kind, records, draft, composer, connection, budget, l10n };
    }
    default:
      return undefined;
  }
}

function parseRecords(value: unknown): ChatRecord[] | undefined {
  return parseAll(value, parseRecord);
}

const CONNECTIONS: readonly ConnectionView['kind'][] = ['signedOut', 'connected', 'unauthorized', 'unreachable'];

function parseConnection(value: unknown): ConnectionView | undefined {
  if (!isObject(value) || typeof value.text !== 'string') return undefined;
  const kind = CONNECTIONS.find((one) => one === value.kind);
  return kind && { kind, text: value.text };
}

function parseComposer(value: unknown): ComposerView | undefined {
  if (!isObject(value)) return undefined;
  const { editing } = value;
  const context = parseAll(value.context, parseChip);
  return context && { context, ...(typeof editing === 'string' && { editing }) };
}

function parseChip(value: unknown): ContextChip | undefined {
  if (!isObject(value)) return undefined;
  const { id, label, tokens } = value;
  const kind = ATTACHMENT_KINDS.find((one) => one === value.kind);
  if (!kind || typeof id !== 'string' || typeof label !== 'string' || typeof tokens !== 'number') return undefined;
  return { id, kind, label, tokens };
}

function parseNotice(value: unknown): Notice | undefined {
  if (!isObject(value) || typeof value.text !== 'string') return undefined;
  const { text, label } = value;
  const action = PANEL_ACTIONS.find((one) => one === value.action);
  return { text, ...(action && typeof label === 'string' && { action, label }) };
}

/** Undefined when one of them is nothing that is known. */
function parseAll<T>(value: unknown, parse: (one: unknown) => T | undefined): T[] | undefined {
  if (!Array.isArray(value)) return undefined;
  const all = value.map(parse).filter((one) => one !== undefined);
  return all.length === value.length ? all : undefined;
}

function isDictionary(value: unknown): value is Record<string, string> {
  return isObject(value) && Object.values(value).every((word) => typeof word === 'string');
}

function isBounded(value: unknown, longest: number): value is string {
  return typeof value === 'string' && value.length <= longest;
}
