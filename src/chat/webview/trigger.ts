/** Finds the word at the cursor that triggers completion. Pure. */
import { type MentionKind, mentionKinds } from '../messages.ts';

export type Trigger =
  /** `/…` at the beginning of a message. */
  | { readonly sign: '/'; readonly start: number; readonly query: string }
  /** `#…`, or with the name of a kind, `#run:…`. */
  | { readonly sign: '#'; readonly start: number; readonly query: string; readonly of?: MentionKind };

/** @param caret offset of the cursor @returns undefined if nothing triggers completion there */
export function triggerAt(text: string, caret: number): Trigger | undefined {
  const before = text.slice(0, caret);
  const command = /^\/([\w-]*)$/.exec(before);
  if (command) return { sign: '/', start: 0, query: command[1] ?? '' };
  const mention = /(?:^|\s)(#(?:([a-z]+):)?(\S*))$/.exec(before);
  if (!mention) return undefined;
  const [, word = '', name, rest = ''] = mention;
  const start = caret - word.length;
  if (name === undefined) return { sign: '#', start, query: rest };
  const of = mentionKinds.find((one) => one === name);
  return of && { sign: '#', start, query: rest, of };
}
