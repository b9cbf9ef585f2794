/** Tells a record from anything else: a line of a file or a message is nobody's word until it is checked. */
import {
  type AnswerSettings,
  ATTACHMENT_KINDS,
  type Attachment,
  type ChatRecord,
  type Ending,
  type TurnUsage,
} from './chat-record.ts';

/** The record in a parsed JSON value, without whatever else it holds; undefined when it is none. */
export function parseRecord(value: unknown): ChatRecord | undefined {
  if (!isObject(value)) return undefined;
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
      return isText(text) && more ? { kind, text, ...more } : undefined;
    }
    case 'unqueue':
      return { kind };
    default:
      return parseTurnRecord(value);
  }
}

/** Those that speak of one turn, or of the session, by its id. */
function parseTurnRecord(value: Record<string, unknown>): ChatRecord | undefined {
  const { kind, id, model, text, at, until } = value;
  if (!isText(id)) return undefined;
  const after = isText(value.after) ? { after: value.after } : {};
  switch (kind) {
    case 'session':
      return value.version === 1 && isTime(at) ? { kind, id, version: 1, at } : undefined;
    case 'prompt': {
      const more = parseContext(value.context);
      return isText(text) && isTime(at) && more ? { kind, id, text, at, ...after, ...more } : undefined;
    }
    case 'answer':
      return isText(model) && isTime(at) ? { kind, id, model, at, ...after } : undefined;
    case 'text':
      return isText(text) ? { kind, id, text } : undefined;
    case 'usage': {
      const usage = parseUsage(value.usage);
      return usage && { kind, id, usage };
    }
    case 'wait':
      return { kind, id, ...(isTime(until) && { until }) };
    case 'thinking':
    case 'resume':
    case 'choose':
    case 'remove':
    case 'restore':
      return { kind, id };
    case 'end': {
      const ending = parseEnding(value.ending);
      return ending && isTime(at) ? { kind, id, ending, at } : undefined;
    }
    default:
      return undefined;
  }
}

function parseEnding(value: unknown): Ending | undefined {
  if (!isObject(value)) return undefined;
  const { how, reason, problem } = value;
  if (how === 'stopped') return { how };
  if (how === 'complete') return isText(reason) ? { how, reason } : { how };
  if (how !== 'failed' || !isObject(problem)) return undefined;
  const { cause, text, details, retryAfterMs } = problem;
  if (!isText(cause) || !isText(text)) return undefined;
  return {
    how,
    problem: { cause, text, ...(isText(details) && { details }), ...(isTime(retryAfterMs) && { retryAfterMs }) },
  };
}

/** Settings as the service takes them; whatever else is there is left out. Undefined when one of them cannot be. */
export function parseSettings(value: unknown): AnswerSettings | undefined {
  if (!isObject(value)) return undefined;
  const { temperature, maxTokens, system } = value;
  if (temperature !== undefined && !isTime(temperature)) return undefined;
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
  if (!isObject(value)) return undefined;
  const { id, label, text, tokens, language } = value;
  const kind = ATTACHMENT_KINDS.find((one) => one === value.kind);
  if (!kind || !isText(id) || !isText(label) || !isText(text) || !isTime(tokens)) return undefined;
  // An address of any other kind would be asked for by the service.
  if (kind === 'image' && !/^data:image\/(png|jpeg|gif|webp);base64,/.test(text)) return undefined;
  return { id, kind, label, text, tokens, ...(isText(language) && { language }) };
}

function parseUsage(value: unknown): TurnUsage | undefined {
  if (!isObject(value)) return undefined;
  const { input, output, estimated, cost, currency } = value;
  if (!isTime(input) || !isTime(output) || typeof estimated !== 'boolean') return undefined;
  return { input, output, estimated, ...(isTime(cost) && { cost }), ...(isText(currency) && { currency }) };
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const isText = (value: unknown): value is string => typeof value === 'string';
const isTime = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value);
