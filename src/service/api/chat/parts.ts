/**
 * Parts of an answer, wherever a service puts them: in a list as content, or in fields of the message. The spec doesn't
 * describe them; docs/response-shapes.md lists the shapes. A part that isn't known is named, never shown as text.
 */
import { isRecord } from '../../../../common/guards.ts';
import { firstText, type JsonRecord } from '../json.ts';

export type AnswerPart =
  | { readonly kind: 'text' | 'reasoning'; readonly text: string }
  /** An image, a sound, or anything else that isn't text. */
  | { readonly kind: 'media'; readonly name: string; readonly address?: string };

const reasoningType = /reasoning|thinking|thought/;
const textTypes = new Set(['text', 'output_text', 'refusal', 'markdown']);
const mediaTypes = /image|audio|video|file/;
/** Where the text of a part is, also as a list of further parts. */
const textFields = ['text', 'thinking', 'reasoning', 'summary', 'content', 'refusal', 'value'];
/** Where the address or the base64 data of a part is, or a record with it. */
const addressFields = [
  ...['image_url', 'url', 'data', 'b64_json', 'base64', 'source', 'image', 'audio', 'input_audio', 'inline_data'],
  ...['inlineData', 'file', 'file_data', 'result'],
];
const typeFields = ['media_type', 'mime_type', 'mimeType', 'content_type'];
const maxDepth = 4;
const maxParts = 1000;

/** Returns the parts of a content: a text, a list, or one part. */
export function partsOf(content: unknown): readonly AnswerPart[] {
  if (typeof content === 'string') return content === '' ? [] : [{ kind: 'text', text: content }];
  if (Array.isArray(content)) return content.slice(0, maxParts).flatMap(partsOf);
  if (!isRecord(content)) return [];
  const type = typeof content.type === 'string' ? content.type.toLowerCase() : '';
  if (reasoningType.test(type) || content.thought === true) return reasoningOf(content);
  if (textTypes.has(type) || (type === '' && textIn(content.text, 0) !== '')) return textPart('text', content);
  const name = mediaTypes.exec(type)?.[0];
  if (name !== undefined || type === '') return mediaOf(content, name);
  return [{ kind: 'media', name: type }];
}

/** Returns the reasoning in a value, which can be a text, a list, or a record. Encrypted reasoning has no text. */
export function reasoningOf(value: unknown): readonly AnswerPart[] {
  return textPart('reasoning', value);
}

function textPart(kind: 'text' | 'reasoning', value: unknown): readonly AnswerPart[] {
  const text = textIn(value, 0);
  return text === '' ? [] : [{ kind, text }];
}

function textIn(value: unknown, depth: number): string {
  if (typeof value === 'string') return value;
  if (depth === maxDepth) return '';
  if (Array.isArray(value))
    return value
      .slice(0, maxParts)
      .map((one) => textIn(one, depth + 1))
      .join('');
  if (!isRecord(value)) return '';
  return textFields.map((name) => textIn(value[name], depth + 1)).find((text) => text !== '') ?? '';
}

/** Returns the images of a message that has them beside its content. */
export function imagesOf(images: unknown): readonly AnswerPart[] {
  return [images]
    .flat()
    .slice(0, maxParts)
    .flatMap((one) => mediaOf(one, 'image'));
}

/** Returns a sound with its transcript, which is the text of the answer. */
export function audioOf(audio: unknown): readonly AnswerPart[] {
  if (!isRecord(audio)) return [];
  const transcript = firstText(audio, 'transcript');
  const text = transcript === undefined ? [] : [{ kind: 'text' as const, text: transcript }];
  return [...text, ...(isEmpty(audio.data) ? [] : mediaOf(audio, 'audio'))];
}

const isEmpty = (value: unknown) => value === undefined || value === null || value === '';

function mediaOf(value: unknown, name: string | undefined): readonly AnswerPart[] {
  const address = addressIn(value, 0);
  if (name === undefined && address === undefined) return [];
  const kind = name ?? /^data:(image|audio|video)\//.exec(address ?? '')?.[1] ?? 'file';
  return [{ kind: 'media', name: kind, ...(address !== undefined && { address }) }];
}

/** Returns a web address, or a data URL. Base64 without a type has no address, because it can't be opened. */
function addressIn(value: unknown, depth: number, type?: string): string | undefined {
  if (typeof value === 'string') return addressOf(value, type);
  if (!isRecord(value) || depth === maxDepth) return undefined;
  const known = firstText(value, ...typeFields) ?? type;
  return addressFields.map((name) => addressIn(value[name], depth + 1, known)).find((one) => one !== undefined);
}

function addressOf(text: string, type: string | undefined): string | undefined {
  if (/^https?:\/\//i.test(text.slice(0, 8))) return URL.canParse(text) ? text : undefined;
  if (/^data:[\w.+-]+\/[\w.+-]+;base64,/i.test(text.slice(0, 100))) return text;
  const isBase64 = type !== undefined && /^[\w.+-]+\/[\w.+-]+$/.test(type) && /^[\w+/-]{8}/.test(text.slice(0, 8));
  return isBase64 ? `data:${type};base64,${text}` : undefined;
}

/** Returns the reasoning of a message that has it beside its content, often in two forms: the first one counts. */
export function reasoningBeside(message: JsonRecord): readonly AnswerPart[] {
  const fields = ['reasoning_content', 'reasoning', 'thinking', 'reasoning_details', 'thinking_blocks'];
  return fields.map((name) => reasoningOf(message[name])).find((parts) => parts.length > 0) ?? [];
}
