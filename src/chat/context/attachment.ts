/** What goes along with a message. */
import { sniff } from '../../api/media/bytes.ts';
import { estimateTokens } from '../../models/index.ts';
import { toBase64 } from '../../shared/base64.ts';
import { formatNumber, oneLine } from '../../shared/format.ts';
import { LIMITS } from '../messages.ts';
import type { Attachment, AttachmentKind } from '../record.ts';

/** The largest that can be attached, in characters. */
export const LARGEST = LIMITS.attachment;

export function newAttachment(kind: AttachmentKind, label: string, text: string, language = ''): Attachment {
  return {
    id: crypto.randomUUID(),
    kind,
    label: oneLine(label, LIMITS.name),
    text,
    tokens: estimateTokens(text),
    // The word goes behind a fence: nothing but a word may stand there.
    ...(/^[\w+#.-]{1,40}$/.test(language) && { language }),
  };
}

/** Text has no NUL: what has one is a picture, a program, …, and of no use to a model that reads. */
export function isText(bytes: Uint8Array): boolean {
  return !bytes.subarray(0, 8192).includes(0);
}

/** `3`, `3-9`: lines as an editor counts them. */
export function lineRange(start: number, end: number): string {
  return start === end ? `${start}` : `${start}-${end}`;
}

/** The most bytes that an image may have. */
export const LARGEST_IMAGE = 5_000_000;

/** The media type of an image that models accept, detected from its bytes. */
export function imageType(bytes: Uint8Array): string | undefined {
  const type = sniff(bytes);
  return type !== undefined && /^image\/(png|jpeg|gif|webp)$/.test(type) ? type : undefined;
}

/** @param type as `imageType` says it */
export function newImage(label: string, type: string, bytes: Uint8Array): Attachment {
  const text = `data:${type};base64,${toBase64(bytes)}`;
  const size = `${formatNumber(Math.max(1, Math.round(bytes.length / 1024)))} KiB`;
  return { id: crypto.randomUUID(), kind: 'image', label: oneLine(`${label} (${size})`, LIMITS.name), text, tokens: 0 };
}
