/** Records that make up a chat, and their validation; `transcript.ts` folds them into turns. */
import { isText } from '../api/json.ts';
import { IMAGE_TYPES } from './attachment-formats.ts';
import {
  flag,
  lenient,
  listOf,
  number,
  oneOf,
  optional,
  type Parser,
  parsed,
  record,
  text,
  union,
  where,
} from './parse.ts';

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

export const parseSettings = record<AnswerSettings>({
  temperature: optional(number),
  maxTokens: optional(where((value): value is number => Number.isSafeInteger(value) && Number(value) > 0)),
  system: (value) => optional(text)(value) || undefined,
});

const attachment = record<Attachment>({
  id: text,
  kind: oneOf(ATTACHMENT_KINDS),
  label: text,
  text,
  tokens: number,
  language: lenient(text),
});

/** Attachments of a message; undefined for none. */
export const parseContext = optional(
  listOf((value) => {
    const parsedOne = attachment(value);
    const { kind, text: url } = parsedOne;
    // The service would fetch any other URL.
    if (kind === 'image' && !IMAGE_TYPES.some((type) => url.startsWith(`data:${type};base64,`)))
      throw new TypeError('Not an image.');
    return parsedOne;
  }),
);

const ending = union<Ending, 'how'>('how', {
  complete: { reason: lenient(text) },
  stopped: {},
  failed: {
    problem: record<Problem>({ cause: text, text, details: lenient(text), retryAfterMs: lenient(number) }),
  },
});

const usage = record<TurnUsage>({
  input: number,
  output: number,
  estimated: flag,
  cost: lenient(number),
  currency: lenient(text),
});

/** Earlier versions queued a message without an ID. */
const queuedId: Parser<string> = (value) => (isText(value) ? value : '');

const chatRecord = union<ChatRecord, 'kind'>('kind', {
  session: { id: text, version: oneOf([1]), at: number },
  title: { text },
  pin: { on: flag },
  model: { model: text },
  settings: { settings: parseSettings },
  prompt: { id: text, text, at: number, after: lenient(text), context: parseContext },
  answer: { id: text, model: text, at: number, after: lenient(text) },
  thinking: { id: text },
  text: { id: text, text },
  usage: { id: text, usage },
  end: { id: text, ending, at: number },
  resume: { id: text },
  wait: { id: text, until: lenient(number) },
  choose: { id: text },
  remove: { id: text },
  restore: { id: text },
  queue: { id: queuedId, text, context: parseContext },
  unqueue: { id: queuedId },
});

/** Parses a record, without unknown properties; undefined if it isn't valid. */
export function parseRecord(value: unknown): ChatRecord | undefined {
  return parsed(chatRecord, value);
}
