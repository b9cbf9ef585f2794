/** Records that make up a chat, and their validation; `transcript.ts` folds them into turns. */
import { isNumber, isRecord, isText } from '../api/json.ts';
import { IMAGE_TYPES } from './attachment-formats.ts';

/** A user-facing error; `cause` (the kind of an `ApiError` or one of our own) decides which actions are offered. */
export interface Problem {
  readonly cause: string;
  readonly text: string;
  /** Additional details from the service, as text. */
  readonly details?: string;
  /** Wait that the service requested, in milliseconds. */
  readonly retryAfterMs?: number;
}

/** How an answer ended. */
export type Ending =
  /** `reason` is the service's value: `stop`, `length`, … (open). */
  | { readonly how: 'complete'; readonly reason?: string }
  /** Stopped by the user. */
  | { readonly how: 'stopped' }
  /** Text received before the failure is kept. */
  | { readonly how: 'failed'; readonly problem: Problem };

/** Request settings of a chat; the service decides absent ones (spec http-api.md, "Chat completion request body"). */
export interface AnswerSettings {
  readonly temperature?: number;
  readonly maxTokens?: number;
  readonly system?: string;
}

export const ATTACHMENT_KINDS = [
  'selection',
  'file',
  'folder',
  'problems',
  /** Written by earlier versions, for a run. */
  'error',
  'run',
  'succeededRun',
  'failedRun',
  'workflow',
  'paste',
  'image',
] as const;
export type AttachmentKind = (typeof ATTACHMENT_KINDS)[number];

/** An attachment of a prompt. */
export interface Attachment {
  readonly id: string;
  readonly kind: AttachmentKind;
  /** Source, such as `src/a.ts:3-9`. */
  readonly label: string;
  /** Content; for an image, its `data:` URL. */
  readonly text: string;
  /** Estimated number of tokens; 0 for an image, which can't be estimated. */
  readonly tokens: number;
  /** Language of the code block, such as `typescript`. */
  readonly language?: string;
}

/** Token usage and cost of an answer. */
export interface TurnUsage {
  /** Tokens. */
  readonly input: number;
  readonly output: number;
  /** At least one count is an estimate, because the service didn't report it. */
  readonly estimated: boolean;
  /** Absent if the price is unknown. */
  readonly cost?: number;
  /** Three-letter code, if the price has one. */
  readonly currency?: string;
}

interface TurnFields {
  readonly id: string;
  readonly at: number;
  /** The previous turn, `''` at the beginning of the chat; if absent, the last turn that is shown. */
  readonly after?: string;
}

/** Times are milliseconds since the epoch. */
export type ChatRecord =
  /** The first line of a file. */
  | { readonly kind: 'session'; readonly id: string; readonly version: 1; readonly at: number }
  /** Name given by the user; empty for none. */
  | { readonly kind: 'title'; readonly text: string }
  | { readonly kind: 'pin'; readonly on: boolean }
  /** Model of the following answers. */
  | { readonly kind: 'model'; readonly model: string }
  /** Settings of the following answers. */
  | { readonly kind: 'settings'; readonly settings: AnswerSettings }
  | ({ readonly kind: 'prompt'; readonly text: string; readonly context?: readonly Attachment[] } & TurnFields)
  /** Start of an answer. */
  | ({ readonly kind: 'answer'; readonly model: string } & TurnFields)
  /** The model is reasoning; the reasoning itself isn't stored. */
  | { readonly kind: 'thinking'; readonly id: string }
  /** More text of an answer. */
  | { readonly kind: 'text'; readonly id: string; readonly text: string }
  /** Usage of an answer. */
  | { readonly kind: 'usage'; readonly id: string; readonly usage: TurnUsage }
  /** End of an answer. It's missing if VS Code was closed first. */
  | { readonly kind: 'end'; readonly id: string; readonly ending: Ending; readonly at: number }
  /** Continues an answer after its end. */
  | { readonly kind: 'resume'; readonly id: string }
  /** Time of the automatic retry; without `until`, the retry is canceled. */
  | { readonly kind: 'wait'; readonly id: string; readonly until?: number }
  /** Selects the version of a turn that is shown, with the turns after it. */
  | { readonly kind: 'choose'; readonly id: string }
  /** Removes a turn and the turns after it. */
  | { readonly kind: 'remove'; readonly id: string }
  /** Restores a removed turn. */
  | { readonly kind: 'restore'; readonly id: string }
  /** A message sent while an answer is streaming. Earlier versions had only one such message, without an ID. */
  | { readonly kind: 'queue'; readonly id: string; readonly text: string; readonly context?: readonly Attachment[] }
  | { readonly kind: 'unqueue'; readonly id: string };

/** Parses a record, without unknown properties; undefined if it isn't valid. */
export function parseRecord(value: unknown): ChatRecord | undefined {
  if (!isRecord(value)) return undefined;
  const { kind, model, text, on } = value;
  switch (kind) {
    case 'title':
      return isText(text) ? { kind, text } : undefined;
    case 'pin':
      return typeof on === 'boolean' ? { kind, on } : undefined;
    case 'model':
      return isText(model) ? { kind, model } : undefined;
    case 'settings': {
      const settings = parseSettings(value.settings);
      return settings && { kind, settings };
    }
    case 'queue': {
      const more = parseContext(value.context);
      return isText(text) && more ? { kind, id: queuedId(value), text, ...more } : undefined;
    }
    case 'unqueue':
      return { kind, id: queuedId(value) };
    default:
      return parseTurnRecord(value);
  }
}

function queuedId({ id }: Record<string, unknown>): string {
  return isText(id) ? id : '';
}

/** Parses records with the ID of a turn or of the session. */
function parseTurnRecord(value: Record<string, unknown>): ChatRecord | undefined {
  const { kind, id, model, text, at, until } = value;
  if (!isText(id)) return undefined;
  const after = isText(value.after) ? { after: value.after } : {};
  switch (kind) {
    case 'session':
      return value.version === 1 && isNumber(at) ? { kind, id, version: 1, at } : undefined;
    case 'prompt': {
      const more = parseContext(value.context);
      return isText(text) && isNumber(at) && more ? { kind, id, text, at, ...after, ...more } : undefined;
    }
    case 'answer':
      return isText(model) && isNumber(at) ? { kind, id, model, at, ...after } : undefined;
    case 'text':
      return isText(text) ? { kind, id, text } : undefined;
    case 'usage': {
      const usage = parseUsage(value.usage);
      return usage && { kind, id, usage };
    }
    case 'wait':
      return { kind, id, ...(isNumber(until) && { until }) };
    case 'thinking':
    case 'resume':
    case 'choose':
    case 'remove':
    case 'restore':
      return { kind, id };
    case 'end': {
      const ending = parseEnding(value.ending);
      return ending && isNumber(at) ? { kind, id, ending, at } : undefined;
    }
    default:
      return undefined;
  }
}

function parseEnding(value: unknown): Ending | undefined {
  if (!isRecord(value)) return undefined;
  const { how, reason, problem } = value;
  if (how === 'stopped') return { how };
  if (how === 'complete') return isText(reason) ? { how, reason } : { how };
  if (how !== 'failed' || !isRecord(problem)) return undefined;
  const { cause, text, details, retryAfterMs } = problem;
  if (!isText(cause) || !isText(text)) return undefined;
  return {
    how,
    problem: { cause, text, ...(isText(details) && { details }), ...(isNumber(retryAfterMs) && { retryAfterMs }) },
  };
}

/** Parses settings, without unknown properties. Undefined if one of them is invalid. */
export function parseSettings(value: unknown): AnswerSettings | undefined {
  if (!isRecord(value)) return undefined;
  const { temperature, maxTokens, system } = value;
  if (temperature !== undefined && !isNumber(temperature)) return undefined;
  if (maxTokens !== undefined && !(Number.isSafeInteger(maxTokens) && Number(maxTokens) > 0)) return undefined;
  if (system !== undefined && !isText(system)) return undefined;
  return {
    ...(temperature !== undefined && { temperature }),
    ...(maxTokens !== undefined && { maxTokens: Number(maxTokens) }),
    ...(system !== undefined && system !== '' && { system }),
  };
}

/** Undefined if one of the attachments is invalid. */
export function parseContext(value: unknown): { readonly context?: readonly Attachment[] } | undefined {
  if (value === undefined) return {};
  if (!Array.isArray(value)) return undefined;
  const context = value.map(parseAttachment).filter((one) => one !== undefined);
  return context.length === value.length ? { context } : undefined;
}

function parseAttachment(value: unknown): Attachment | undefined {
  if (!isRecord(value)) return undefined;
  const { id, label, text, tokens, language } = value;
  const kind = ATTACHMENT_KINDS.find((one) => one === value.kind);
  if (!kind || !isText(id) || !isText(label) || !isText(text) || !isNumber(tokens)) return undefined;
  // The service would fetch any other URL.
  if (kind === 'image' && !IMAGE_TYPES.some((type) => text.startsWith(`data:${type};base64,`))) return undefined;
  return { id, kind, label, text, tokens, ...(isText(language) && { language }) };
}

function parseUsage(value: unknown): TurnUsage | undefined {
  if (!isRecord(value)) return undefined;
  const { input, output, estimated, cost, currency } = value;
  if (!isNumber(input) || !isNumber(output) || typeof estimated !== 'boolean') return undefined;
  return { input, output, estimated, ...(isNumber(cost) && { cost }), ...(isText(currency) && { currency }) };
}
