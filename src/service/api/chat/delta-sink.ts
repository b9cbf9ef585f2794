/**
 * Collects the deltas of one network chunk and joins adjacent text: one delta per chunk instead of one per event. Masks the
 * key in the text. The spec doesn't describe the response; see ./read-choice.ts for the formats.
 */
import type { Cleaner } from '../clean.ts';
import { ThinkSplitter } from './think-splitter.ts';

/** Token counts from the service. Figures that it didn't send are absent. */
export interface ChatUsage {
  promptTokens?: number;
  completionTokens?: number;
  totalTokens?: number;
  /** Cost of the response in the service's currency (OpenRouter's `cost`), if the service sends it. */
  cost?: number;
}

/** One part of a streamed response. Adjacent text in one network chunk is one delta. */
export type ChatDelta =
  | { kind: 'text'; text: string }
  | { kind: 'reasoning'; text: string }
  /** An image, a sound, or another part that isn't text. The address is a web address or a data URL. */
  | { kind: 'media'; name: string; address?: string }
  /** Why the model stopped: `stop`, `length`, or another reason. */
  | { kind: 'finish'; reason: string }
  | { kind: 'usage'; usage: ChatUsage };

/** Maximum length of the name of a part, and of its address: an image of 15 MB as base64. */
const maxNameLength = 40;
const maxAddressLength = 20_000_000;
/** Maximum number of parts of an answer. */
const maxMedia = 100;

const reasonPattern = /^[\w.:-]{1,64}$/;

export class DeltaSink {
  /** A finish reason was received. */
  finished = false;
  /** The finish reason is `error`. */
  failed = false;
  /** Text, reasoning, or a tool call was received. The spec doesn't mention tools, so tool calls aren't run. */
  hasContent = false;
  readonly #cleaner: Cleaner;
  /** Both kinds are masked as a whole, even if the pieces of one are between those of the other. */
  readonly #pieces: Readonly<Record<'text' | 'reasoning', ReturnType<Cleaner['redactPieces']>>>;
  /** What arrived in deltas. */
  readonly #streamed = { text: '', reasoning: '' };
  readonly #thinking: ThinkSplitter;
  /** Parts that aren't text. Some services send them once more at the end. */
  readonly #media = new Set<string>();
  #deltas: ChatDelta[] = [];
  #kind: 'text' | 'reasoning' = 'text';
  #open = '';
  #usage: ChatUsage | undefined;

  /** @param before the text that the response continues */
  constructor(cleaner: Cleaner, before: string) {
    this.#cleaner = cleaner;
    this.#thinking = new ThinkSplitter(before !== '');
    this.#pieces = { text: cleaner.redactPieces(before), reasoning: cleaner.redactPieces() };
  }

  add(kind: 'text' | 'reasoning', text: string): void {
    this.#streamed[kind] += text;
    this.#push(kind, text);
  }

  /** Adds what isn't a delta: a piece or, after deltas, the whole text once more. */
  addWhole(kind: 'text' | 'reasoning', text: string): void {
    const streamed = this.#streamed[kind];
    if (text.startsWith(streamed)) this.#push(kind, text.slice(streamed.length));
    else if (text.trim() !== streamed.trim()) this.#push(kind, text);
  }

  /** Adds a part that isn't text, unless it was sent before. @param address undefined if it can't be opened */
  addMedia(name: string, address: string | undefined): void {
    const key = `${name} ${address}`;
    if (this.#media.has(key) || this.#media.size === maxMedia) return;
    this.#media.add(key);
    this.hasContent = true;
    this.#close();
    const isOpen =
      address !== undefined && address.length <= maxAddressLength && this.#cleaner.redact(address) === address;
    this.#deltas.push({
      kind: 'media',
      name: this.#cleaner.cleanLine(name).slice(0, maxNameLength),
      ...(isOpen && { address }),
    });
  }

  #push(kind: 'text' | 'reasoning', text: string): void {
    if (text === '') return;
    this.hasContent = true;
    this.#append(kind === 'text' ? this.#thinking.push(text) : [[kind, text]]);
  }

  /** A reason that isn't a short word becomes `other`. */
  finish(reason: string): void {
    this.#close();
    this.finished = true;
    this.failed = reason === 'error';
    const isWord = reasonPattern.test(reason) && this.#cleaner.redact(reason) === reason;
    this.#deltas.push({ kind: 'finish', reason: isWord ? reason : 'other' });
  }

  /** Some services send usage with every event, so only the last one of a chunk is returned. */
  usage(usage: ChatUsage): void {
    this.#usage = usage;
  }

  /** Returns the last deltas. */
  end(): ChatDelta[] {
    this.#append(this.#thinking.flush());
    this.#close();
    for (const kind of ['reasoning', 'text'] as const) this.#add(kind, this.#pieces[kind].flush());
    return this.take();
  }

  /** Returns the deltas collected since the last call. */
  take(): ChatDelta[] {
    this.#close();
    const deltas = this.#deltas;
    this.#deltas = [];
    if (this.#usage !== undefined) deltas.push({ kind: 'usage', usage: this.#usage });
    this.#usage = undefined;
    return deltas;
  }

  #append(parts: ReturnType<ThinkSplitter['push']>): void {
    for (const [kind, text] of parts) {
      if (kind !== this.#kind) this.#close();
      this.#kind = kind;
      this.#open += text;
    }
  }

  /** Masks the text of a chunk at once, because a search in each piece of some characters takes longer than the rest. */
  #close(): void {
    if (this.#open === '') return;
    const open = this.#open;
    this.#open = '';
    this.#add(this.#kind, this.#pieces[this.#kind].push(open));
  }

  #add(kind: 'text' | 'reasoning', text: string): void {
    if (text === '') return;
    const last = this.#deltas.at(-1);
    if (last?.kind === kind) last.text += text;
    else this.#deltas.push({ kind, text });
  }
}
