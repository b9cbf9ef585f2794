/** What goes along with a message. */
import { estimateTokens } from '../../models/index.ts';
import { oneLine } from '../../shared/format.ts';
import type { Attachment, AttachmentKind } from '../chat-record.ts';
import { LIMITS } from '../protocol.ts';

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
