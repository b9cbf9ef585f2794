/** Reads images. The spec ("Image generation") doesn't describe the body; docs/response-shapes.md lists the shapes. */
import * as l10n from '@vscode/l10n';
import { fromBase64 } from '../../../common/base64.ts';
import { isRecord } from '../../../common/guards.ts';
import { type CompleteResponse, requireBody } from '../call.ts';
import type { Cleaner } from '../clean.ts';
import { failureInside } from '../error-body.ts';
import { badResponse } from '../errors.ts';
import { parseJson } from '../json.ts';
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
  if (images.length === 0) throw failureInside(value, cleaner, l10n.t('The response contains no image.'), status);
  for (const image of images)
    if (image.revisedPrompt !== undefined) image.revisedPrompt = cleaner.redact(image.revisedPrompt);
  return images;
}

/** Returns the images of `data` (OpenAI, Together, LiteLLM), or of the chat message (OpenRouter). */
function imagesIn(value: unknown): ImageResult[] {
  if (!isRecord(value)) return typeof value === 'string' ? [imageIn(value)].filter((one) => one !== undefined) : [];
  const [choice]: unknown[] = Array.isArray(value.choices) ? value.choices : [];
  const message = isRecord(choice) ? choice.message : undefined;
  const list = Array.isArray(value.data) ? value.data : isRecord(message) ? message.images : undefined;
  return Array.isArray(list) ? list.flatMap((one) => (isRecord(one) ? (imageOf(one) ?? []) : [])) : [];
}

function imageOf({ b64_json, url, image_url, revised_prompt }: Record<string, unknown>): ImageResult | undefined {
  const image = [b64_json, url, isRecord(image_url) ? image_url.url : undefined]
    .map((text) => (typeof text === 'string' ? imageIn(text) : undefined))
    .find((one) => one !== undefined);
  if (image === undefined || typeof revised_prompt !== 'string' || revised_prompt === '') return image;
  return { ...image, revisedPrompt: revised_prompt };
}

function imageIn(text: string): ImageResult | undefined {
  const inline = fromDataUrl(text);
  if (inline !== undefined) return { bytes: inline.bytes, contentType: sniff(inline.bytes) ?? inline.claimed };
  if (/^https?:\/\//i.test(text)) return URL.canParse(text) ? { url: text } : undefined;
  const bytes = fromBase64(text);
  const contentType = bytes === undefined ? undefined : sniff(bytes);
  return bytes === undefined || !contentType?.startsWith('image/') ? undefined : { bytes, contentType };
}
