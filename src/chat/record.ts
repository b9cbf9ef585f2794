/** Tells a record from anything else: a line of a file or a message is nobody's word until it is checked. */
import type { ChatRecord, Ending } from './transcript.ts';

/** The record in a parsed JSON value, without whatever else it holds; undefined when it is none. */
export function parseRecord(value: unknown): ChatRecord | undefined {
  if (!isObject(value)) return undefined;
  const { kind, id, model, text, at } = value;
  if (kind === 'model') return isText(model) ? { kind, model } : undefined;
  if (!isText(id)) return undefined;
  switch (kind) {
    case 'session':
      return value.version === 1 && isTime(at) ? { kind, id, version: 1, at } : undefined;
    case 'prompt':
      return isText(text) && isTime(at) ? { kind, id, text, at } : undefined;
    case 'answer':
      return isText(model) && isTime(at) ? { kind, id, model, at } : undefined;
    case 'text':
      return isText(text) ? { kind, id, text } : undefined;
    case 'thinking':
    case 'remove':
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
  const { cause, text } = problem;
  return isText(cause) && isText(text) ? { how, problem: { cause, text } } : undefined;
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const isText = (value: unknown): value is string => typeof value === 'string';
const isTime = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value);
