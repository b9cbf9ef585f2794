/** The small records that a chat is made of, and their validation; `transcript.ts` folds them into turns. */
import { isNumber, isRecord, isText } from '../api/json.ts';

/** What is wrong, in words for the user; `cause` (the kind of an `ApiError` or one of our own) decides what is offered. */
export interface Problem {
  readonly cause: string;
  readonly text: string;
  /** What the service said beyond that, as text. */
  readonly details?: string;
  /** How long the service asks to wait, in milliseconds. */
  readonly retryAfterMs?: number;
}

/** How an answer came to its end. */
export type Ending =
  /** `reason` is the service's own word: `stop`, `length`, … (open). */
  | { readonly how: 'complete'; readonly reason?: string }
  /** By the user. */
  | { readonly how: 'stopped' }
  /** What had come until then stays. */
  | { readonly how: 'failed'; readonly problem: Problem };

/** How a chat asks; what is absent is the service's to decide (spec http-api.md, "Chat completion request body"). */
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

/** Something that goes along with a prompt. */
export interface Attachment {
  readonly id: string;
  readonly kind: AttachmentKind;
  /** Where it is from: `src/a.ts:3-9`. */
  readonly label: string;
  /** Of an image, its `data:` address. */
  readonly text: string;
  /** About how many it has; 0 for an image, which nobody can guess. */
  readonly tokens: number;
  /** For a code block: `typescript`, … */
  readonly language?: string;
}

/** What an answer took and cost. */
export interface TurnUsage {
  /** Tokens. */
  readonly input: number;
  readonly output: number;
  /** The tokens are our guess: the service did not count. */
  readonly estimated: boolean;
  /** Absent when no price is known. */
  readonly cost?: number;
  /** Three letters, where the price names it. */
  readonly currency?: string;
}

interface Said {
  readonly id: string;
  readonly at: number;
  /** The turn that it follows, `''` for the beginning of the chat; when absent, the last that is shown. */
  readonly after?: string;
}

/** Times are milliseconds since the epoch. */
export type ChatRecord =
  /** The first line of a file. */
  | { readonly kind: 'session'; readonly id: string; readonly version: 1; readonly at: number }
  /** The name that the user gave the chat; empty: none. */
  | { readonly kind: 'title'; readonly text: string }
  | { readonly kind: 'pin'; readonly on: boolean }
  /** From here on this model answers. */
  | { readonly kind: 'model'; readonly model: string }
  /** From here on it is asked like this. */
  | { readonly kind: 'settings'; readonly settings: AnswerSettings }
  | ({ readonly kind: 'prompt'; readonly text: string; readonly context?: readonly Attachment[] } & Said)
  /** An answer begins … */
  | ({ readonly kind: 'answer'; readonly model: string } & Said)
  /** … the model reasons before it answers: what it thinks is not kept … */
  | { readonly kind: 'thinking'; readonly id: string }
  /** … grows … */
  | { readonly kind: 'text'; readonly id: string; readonly text: string }
  /** … is counted … */
  | { readonly kind: 'usage'; readonly id: string; readonly usage: TurnUsage }
  /** … and ends. An answer without its end was cut off by the end of the editor. */
  | { readonly kind: 'end'; readonly id: string; readonly ending: Ending; readonly at: number }
  /** It goes on after its end. */
  | { readonly kind: 'resume'; readonly id: string }
  /** It is tried again at `until`, without anybody's doing; without `until` no more. */
  | { readonly kind: 'wait'; readonly id: string; readonly until?: number }
  /** This one of the versions of a turn is shown, with what followed it. */
  | { readonly kind: 'choose'; readonly id: string }
  /** A turn, and what follows it, is no longer part of the chat … */
  | { readonly kind: 'remove'; readonly id: string }
  /** … and is again. */
  | { readonly kind: 'restore'; readonly id: string }
  /** Said while an answer runs: it waits for its turn. Earlier versions had one such message, which has no id. */
  | { readonly kind: 'queue'; readonly id: string; readonly text: string; readonly context?: readonly Attachment[] }
  | { readonly kind: 'unqueue'; readonly id: string };

/** The record in a parsed JSON value, without whatever else it holds; undefined when it is none. */
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

/** Those that speak of one turn, or of the session, by its id. */
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

/** Settings as the service takes them; whatever else is there is left out. Undefined when one of them cannot be. */
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

/** Undefined when one of the attachments is none. */
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
  // An address of any other kind would be asked for by the service.
  if (kind === 'image' && !/^data:image\/(png|jpeg|gif|webp);base64,/.test(text)) return undefined;
  return { id, kind, label, text, tokens, ...(isText(language) && { language }) };
}

function parseUsage(value: unknown): TurnUsage | undefined {
  if (!isRecord(value)) return undefined;
  const { input, output, estimated, cost, currency } = value;
  if (!isNumber(input) || !isNumber(output) || typeof estimated !== 'boolean') return undefined;
  return { input, output, estimated, ...(isNumber(cost) && { cost }), ...(isText(currency) && { currency }) };
}
