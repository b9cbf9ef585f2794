/** Creates attachments for messages. */
import { toBase64 } from '../../../../common/text/base64.ts';
import { showWarning } from '../../../shared/notifications.ts';
import { formatNumber, oneLine } from '../../../shared/text/format.ts';
import { sniff } from '../../api/media/bytes.ts';
import { estimateTokens } from '../../session/models/answer-usage.ts';
import { messageLimits } from '../messages.ts';
import { type Attachment, type AttachmentKind, imageTypes } from '../record.ts';

export function newAttachment(kind: AttachmentKind, label: string, text: string, language = ''): Attachment {
  return {
    id: crypto.randomUUID(),
    kind,
    label: oneLine(label, messageLimits.name),
    text,
    tokens: estimateTokens(text),
    // Placed after a code fence, so only a single word is allowed.
    ...(/^[\w+#.-]{1,40}$/.test(language) && { language }),
  };
}

/** Reports why something can't be attached. */
export function refuse(why: string): undefined {
  void showWarning(why);
}

/** `3` or `3-9`: line numbers as shown in an editor. */
export function lineRange(start: number, end: number): string {
  return start === end ? `${start}` : `${start}-${end}`;
}

/** The media type of an image that models accept, detected from its bytes. */
export function imageType(bytes: Uint8Array): string | undefined {
  const type = sniff(bytes);
  return type !== undefined && imageTypes.includes(type) ? type : undefined;
}

/** @param type result of `imageType` */
export function newImage(label: string, type: string, bytes: Uint8Array): Attachment {
  const text = `data:${type};base64,${toBase64(bytes)}`;
  const size = `${formatNumber(Math.max(1, Math.round(bytes.length / 1024)))} KiB`;
  return {
    id: crypto.randomUUID(),
    kind: 'image',
    label: oneLine(`${label} (${size})`, messageLimits.name),
    text,
    tokens: 0,
  };
}
