/** Messages between a panel's page and its host, as far as all panels have them, and the parts of their views. */

/** What the host posts: everything that the page shows. */
export interface HostMessage<View> {
  readonly view: View & ViewNotes;
  /** Names what the page shows, for the next window; absent if a page isn't opened again. */
  readonly kept?: object;
  readonly l10n: Readonly<Record<string, string>>;
}

/** Messages of every page, for the union of a panel's messages. The host of all panels handles them. */
export const pageMessages = {
  /** The page has loaded and expects a `HostMessage`. */
  ready: {},
  refresh: {},
} as const;

export type PageMessage = { readonly kind: 'ready' } | { readonly kind: 'refresh' };

/** Messages that the content of a panel handles. */
export type ContentMessage<Message> = Exclude<Message, PageMessage>;

/** Sentences above the data. Empty if there is nothing to say. */
export interface ViewNotes {
  /** Why the last action had no result, or what is missing. */
  readonly notice: string;
  /** Why the data is out of date. */
  readonly stale: string;
}

/** Color of a status, which is always shown with the text of the status. */
export type Tone = 'good' | 'bad' | 'running' | 'waiting' | 'neutral';

/** A name and a value: "Duration", "3 min 20 s". */
export interface Fact {
  readonly name: string;
  readonly value: string;
  readonly tone?: Tone;
}
