/** Records that make up a chat, as parsers that validate them; `transcript.ts` folds them into turns. */

import * as l10n from '@vscode/l10n';
import { isText } from '../../../common/guards.ts';
import { formatNumber } from '../../shared/text/format.ts';
import {
  flag,
  lenient,
  number,
  oneOf,
  optional,
  type Parsed,
  type Parser,
  parsed,
  record,
  text,
  union,
  validOf,
  where,
} from '../../shared/text/parse.ts';

/** Media types of the images that models accept. */
export const imageTypes: readonly string[] = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'];

/** Extensions of the files with these images, in lowercase. */
export const attachedImageExtensions: readonly string[] = [
  ...imageTypes.map((type) => type.replace('image/', '')),
  'jpg',
];

/** Maximum size of an image, in bytes. */
export const maxImageSize = 5_000_000;

/** True if there is no NUL byte. Programs and other binary files are of no use to a text model. */
export function isTextFile(bytes: Uint8Array): boolean {
  return !bytes.subarray(0, 8192).includes(0);
}

export function imageTooLarge(name: string, size: number): string {
  const [bytes, limit] = [formatNumber(size), formatNumber(maxImageSize)];
  return l10n.t('{0} is too large to attach: {1} bytes. The limit for images is {2} bytes.', name, bytes, limit);
}

/** A user-facing error. */
const problem = record({
  /** Kind of an `ApiError` or one of our own; decides which actions are offered. */
  cause: text,
  text,
  /** Additional details from the service, as text. */
  details: lenient(text),
  /** Wait that the service requested, in milliseconds. */
  retryAfterMs: lenient(number),
});
export type AnswerProblem = Parsed<typeof problem>;

/** How an answer ended. */
const ending = union('how', {
  /** `reason` is the service's value: `stop`, `length`, … (open). */
  complete: { reason: lenient(text) },
  /** Stopped by the user. */
  stopped: {},
  /** Text received before the failure is kept. */
  failed: { problem },
});
export type Ending = Parsed<typeof ending>;

/** Request settings of a chat; the service decides absent ones (spec http-api.md, "Chat completion request body"). */
export const answerSettings = record({
  temperature: optional(number),
  maxTokens: optional(where((value): value is number => Number.isSafeInteger(value))),
  system: (value) => optional(text)(value) || undefined,
});
export type AnswerSettings = Parsed<typeof answerSettings>;

export const attachmentKinds = [
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
export type AttachmentKind = (typeof attachmentKinds)[number];

const anyAttachment = record({
  id: text,
  kind: oneOf(attachmentKinds),
  /** Source, such as `src/a.ts:3-9`. */
  label: text,
  /** Content; for an image, its `data:` URL. */
  text,
  /** Estimated number of tokens; 0 for an image, which can't be estimated. */
  tokens: number,
  /** Language of the code block, such as `typescript`. */
  language: lenient(text),
});

/** An attachment of a prompt. */
export type Attachment = Parsed<typeof anyAttachment>;

/**
 * Attachments of a prompt. The service would fetch any URL of an image, so only data URLs are valid. Attachments of a
 * kind that only another version knows are left out; their message stays.
 */
export const attachments = optional(
  validOf((value) => {
    const one = anyAttachment(value);
    if (one.kind === 'image') oneOf(imageTypes)(/^data:([^;]*);base64,/.exec(one.text)?.[1]);
    return one;
  }),
);

/** Token usage and cost of an answer. */
const usage = record({
  /** Tokens. */
  input: number,
  output: number,
  /** At least one count is an estimate, because the service didn't report it. */
  estimated: flag,
  /** Absent if the price is unknown. */
  cost: lenient(number),
  /** Three-letter code, if the price has one. */
  currency: lenient(text),
});
export type TurnUsage = Parsed<typeof usage>;

/** Milliseconds since the epoch. A time that no `Date` can represent becomes 0, so that the chat stays readable. */
const time: Parser<number> = (value) => (Math.abs(number(value)) <= 8.64e15 ? number(value) : 0);

const turn = {
  id: text,
  at: time,
  /** The previous turn, `''` at the beginning of the chat; if absent, the last turn that is shown. */
  after: lenient(text),
};

/** Earlier versions had only one queued message, without an ID. */
const queuedId: Parser<string> = (value) => (isText(value) ? value : '');

const chatRecord = union('kind', {
  /** The first line of a file. Its name is older than the words of this code. */
  session: { id: text, version: oneOf([1]), at: time },
  /** Name given by the user; empty for none. */
  title: { text },
  pin: { on: flag },
  /** Model of the following answers. */
  model: { model: text },
  /** Settings of the following answers. */
  settings: { settings: answerSettings },
  prompt: { ...turn, text, context: attachments },
  /** Start of an answer. `beside`: ID of the answer with which the user compares it. */
  answer: { ...turn, model: text, beside: lenient(text) },
  /** The model is reasoning; the reasoning itself isn't stored. */
  thinking: { id: text },
  /** More text of an answer. The first one has its time. */
  text: { id: text, text, at: lenient(time) },
  /** A part of an answer that isn't text, such as an image: what it is, and its web address or data URL. */
  media: { id: text, name: text, address: lenient(text) },
  /** Usage of an answer. */
  usage: { id: text, usage },
  /** End of an answer. It's missing if VS Code was closed first. */
  end: { id: text, ending, at: time },
  /** Continues an answer after its end. */
  resume: { id: text },
  /** Time of the automatic retry; without `until`, the retry is canceled. */
  wait: { id: text, until: lenient(time) },
  /** Selects the version of a turn that is shown, with the turns after it. */
  choose: { id: text },
  /** Removes a turn and the turns after it. */
  remove: { id: text },
  /** Restores a removed turn. */
  restore: { id: text },
  /** A message sent while an answer is streaming. */
  queue: { id: queuedId, text, context: attachments },
  unqueue: { id: queuedId },
  /** The messages queued so far are no longer sent automatically. */
  hold: {},
});
export type ChatRecord = Parsed<typeof chatRecord>;

/** Parses a record, without unknown properties; undefined if it isn't valid. */
export function parseRecord(value: unknown): ChatRecord | undefined {
  return parsed(chatRecord, value);
}
