/** Reads images. The spec ("Image generation") doesn't describe the body; docs/response-shapes.md lists the shapes. */
import * as l10n from '@vscode/l10n';
import { isRecord } from '../../../../common/guards.ts';
import { fromBase64 } from '../../../../common/text/base64.ts';
import { parseJson } from '../../../../common/text/json.ts';
import type { Cleaner } from '../clean.ts';
import { unknownShape } from '../errors/error-body.ts';
import { badResponse } from '../errors/errors.ts';
import { type CompleteResponse, requireBody } from '../transport/call.ts';
import { fromDataUrl, sniff } from './bytes.ts';

/** An image, as bytes or as a URL that isn't fetched yet (untrusted until validated). */
export type ImageResult = ({ bytes: Uint8Array<ArrayBuffer>; contentType: string } | { url: string }) & {
  /** The prompt as rewritten by the model, if the service sends it. */
  revisedPrompt?: string;
};

/**
 * Returns the images of a response: the body itself, bare base64, or JSON with `data` or a chat message. Throws the error inside the body, or `badResponse` if it contains no image.
 */
export function readImages(response: CompleteResponse, cleaner: Cleaner): ImageResult[] {
  requireBody(response);
  const { bytes, contentType, status } = response;
  const known = sniff(bytes) ?? (contentType.startsWith('image/') ? contentType : undefined);
  if (known?.startsWith('image/')) return [{ bytes, contentType: known }];
  const text = new TextDecoder().decode(bytes);
  const value = parseJson(text);
  if (value === undefined) {
    const image = /^\s*</.test(text) ? undefined : imageIn(text.trim());
    if (image !== undefined) return [image];
    throw badResponse(l10n.t("The service returned data that isn't an image."), status);
  }
  const images = imagesIn(value);
  // Downloading such an image would send the key to another server.
  if (images.some((image) => 'url' in image && cleaner.redact(image.url) !== image.url))
    throw badResponse(l10n.t("The address of an image contains the API key, so the image wasn't downloaded."), status);
  if (images.length === 0) throw unknownShape(value, cleaner, l10n.t('The response contains no image.'), status);
  for (const image of images)
    if (image.revisedPrompt !== undefined) image.revisedPrompt = cleaner.redact(image.revisedPrompt);
  return images;
}

/** Where services put their images: OpenAI, fal, Replicate, Cloudflare, Stability, Vertex, and the chat message of OpenRouter. */
const containers = [
  ...['data', 'images', 'image', 'output', 'result', 'artifacts', 'predictions', 'choices', 'message'],
  ...['candidates', 'content', 'parts'],
];
/** Where they put the image itself, as base64 or as a URL. */
const imageFields = [
  ...['b64_json', 'base64', 'bytesBase64Encoded', 'url', 'image_url', 'inlineData', 'inline_data', 'source'],
];
/** Other names of both, such as `generated_images` or `imageBytes`. */
const imageName = /^(?:generated_?|output_?)?images?(?:_?(?:bytes|data|base64|b64))?$/i;
const maxDepth = 6;

/** Returns the images in a body: in the first container that has any. @param depth of the value in the body */
function imagesIn(value: unknown, depth = 0): ImageResult[] {
  if (typeof value === 'string') return imagesInText(value);
  if (depth > maxDepth) return [];
  if (Array.isArray(value)) return value.flatMap((one) => imagesIn(one, depth + 1));
  if (!isRecord(value)) return [];
  const image = imageOf(value);
  if (image !== undefined) return [image];
  for (const name of namesIn(value, containers)) {
    const images = imagesIn(value[name], depth + 1);
    if (images.length > 0) return images;
  }
  return [];
}

/** Returns the names to look at: the known ones first. */
function namesIn(record: Record<string, unknown>, known: readonly string[]): readonly string[] {
  return [...known, ...Object.keys(record).filter((name) => imageName.test(name))];
}

function imageOf(record: Record<string, unknown>): ImageResult | undefined {
  const { revised_prompt } = record;
  const image = namesIn(record, imageFields)
    .map((name) => record[name])
    .map((field) => (isRecord(field) ? (field.url ?? field.data) : field))
    .map((text) => (typeof text === 'string' ? imageIn(text) : undefined))
    .find((one) => one !== undefined);
  if (image === undefined || typeof revised_prompt !== 'string' || revised_prompt === '') return image;
  return { ...image, revisedPrompt: revised_prompt };
}

/** A model that makes images in a chat sends them in Markdown. */
const markdownImage = /!\[[^[\]]{0,500}\]\(\s{0,5}([^\s)]+)/g;

function imagesInText(text: string): ImageResult[] {
  const image = imageIn(text);
  if (image !== undefined) return [image];
  return [...text.matchAll(markdownImage)].flatMap(([, target = '']) => imageIn(target) ?? []);
}

function imageIn(text: string): ImageResult | undefined {
  const inline = fromDataUrl(text);
  if (inline !== undefined) return { bytes: inline.bytes, contentType: sniff(inline.bytes) ?? inline.claimed };
  if (/^https?:\/\//i.test(text)) return URL.canParse(text) ? { url: text } : undefined;
  const bytes = fromBase64(text);
  const contentType = bytes === undefined ? undefined : sniff(bytes);
  return bytes === undefined || !contentType?.startsWith('image/') ? undefined : { bytes, contentType };
}
