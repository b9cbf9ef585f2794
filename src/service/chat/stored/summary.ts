/** Summary of a chat for the list of chats. Pure. */

import { cut } from '../../../../common/text/cut.ts';
import { escapePattern } from '../../../../common/text/escape.ts';
import { oneLine } from '../../../shared/text/format.ts';
import type { ChatTranscript } from '../transcript.ts';

export interface ChatSummary {
  readonly id: string;
  /** Name given by the user, otherwise the first question or the content of the composer on one line. */
  readonly title: string;
  readonly pinned: boolean;
  /** The chat has a name, a pin, or settings. */
  readonly isCustomized: boolean;
  readonly model: string | undefined;
  /** Number of messages that are shown. */
  readonly messages: number;
  /** Time of the last message, in epoch milliseconds. */
  readonly at: number;
  /** Searchable text. */
  readonly text: string;
  /** The chat has more text, which isn't searched. */
  readonly isPartial: boolean;
}

/** Maximum length of the searchable text of a chat, in characters. */
const maxSearchedLength = 200_000;
/** Length of the beginning of a chat that is searched in any case. */
const minSearchedLength = 2000;

const encoder = new TextEncoder();
const decoder = new TextDecoder();

export function titleOf({ title, turns }: Pick<ChatTranscript, 'title' | 'turns'>): string {
  if (title !== '') return oneLine(title, 80);
  const first = turns.find((turn) => turn.kind === 'prompt');
  return first ? oneLine(first.text, 80) : '';
}

/** @param room for the searchable text, in characters */
export function summaryOf(id: string, transcript: ChatTranscript, room = maxSearchedLength): ChatSummary {
  const { turns, pinned, isCustomized, model } = transcript;
  const last = turns.at(-1);
  const text = turns.map((turn) => turn.text).join('\n');
  const searched = cut(text, Math.min(Math.max(room, minSearchedLength), maxSearchedLength));
  return {
    id,
    title: copied(titleOf(transcript)),
    pinned,
    isCustomized,
    model: model === undefined ? undefined : oneLine(model, 80),
    messages: turns.length,
    at: (last?.kind === 'answer' ? last.endedAt : undefined) ?? last?.at ?? 0,
    text: searched.length === text.length ? text : copied(searched),
    isPartial: searched.length < text.length,
  };
}

/** Returns a copy of a part of a text. The engine would otherwise keep the whole text for the part. */
function copied(text: string): string {
  return decoder.decode(encoder.encode(text));
}

/** Returns the chats that contain every typed word: pinned ones first, then the most recent. */
export function searchChats(chats: readonly ChatSummary[], typed: string): ChatSummary[] {
  // Texts of 40 million characters in lower case would take a quarter of a second with each key.
  const words = typed.split(/\s+/).filter(Boolean).map(ignoringCase);
  return chats
    .filter(({ title, text }) => words.every((word) => word.test(title) || word.test(text)))
    .sort((a, b) => Number(b.pinned) - Number(a.pinned) || b.at - a.at);
}

const ignoringCase = (word: string): RegExp => new RegExp(escapePattern(word), 'iu');

/** Returns the text around the first typed word, unless the title contains that word. */
export function foundLine({ title, text }: ChatSummary, typed: string): string | undefined {
  const [first] = typed.split(/\s+/).filter(Boolean);
  if (first === undefined) return undefined;
  const word = ignoringCase(first);
  const at = word.test(title) ? -1 : text.search(word);
  // The text may start inside a surrogate pair.
  return at === -1 ? undefined : oneLine(text.slice(Math.max(0, at - 40)).replace(/^[\udc00-\udfff]/, ''), 120);
}
