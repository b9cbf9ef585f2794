/**
 * From the text of a chat answer, in pieces cut anywhere, to deltas. The first character that is no space tells what the
 * answer is, for the content type does not always: `{` or `[` is JSON (whole, or one value a line), `<` is a web page,
 * anything else Server-Sent Events.
 */
import * as l10n from '@vscode/l10n';
import { createParser } from 'eventsource-parser';
import type { Cleaner } from '../clean.ts';
import { errorInside } from '../error-body.ts';
import type { ApiError } from '../errors.ts';
import { isRecord, parseJson } from '../json.ts';
import type { ChatDelta } from './answer.ts';
import { DeltaSink } from './delta-sink.ts';
import { choiceError, readChunk } from './read-choice.ts';

/** The most characters that one event, or a JSON answer as a whole, may have. */
const LARGEST_EVENT = 64 * 1024 * 1024;
const OPEN_BRACE = 0x7b;
/** Characters shown of a response that isn't a chat completion. */
const SHOWN = 200;

interface Format {
  push(text: string): void;
  /** No more comes; `cut` when that is not the service's doing. */
  end(cut: boolean): void;
}

export class DeltaReader {
  readonly #cleaner: Cleaner;
  readonly #sink = new DeltaSink();
  #format: Format | undefined;
  #lead = '';
  #understood = false;
  /** The beginning of what could not be understood. */
  #strange: string | undefined;
  #done = false;
  #error: ApiError | undefined;

  constructor(cleaner: Cleaner) {
    this.#cleaner = cleaner;
  }

  /** `[DONE]` has come, or an error: nothing after it counts. */
  get over(): boolean {
    return this.#done || this.#error !== undefined;
  }

  /** The model has said that it is done. What may still come is usage. */
  get finished(): boolean {
    return this.#done || this.#sink.finished;
  }

  /** The next piece of text, and the deltas that it completes. */
  push(text: string): ChatDelta[] {
    if (this.over) return [];
    if (this.#format === undefined) {
      this.#lead += text;
      const start = this.#lead.trimStart();
      if (start === '' && this.#lead.length < 4096) return [];
      this.#format = this.#formatOf(start);
      text = this.#lead;
    }
    this.#format.push(text);
    return this.#sink.take();
  }

  /** No more text will come: the last deltas, `end` among them. `cause` is why, when the answer was cut off. */
  end(cause?: ApiError): ChatDelta[] {
    if (!this.over) this.#format?.end(cause !== undefined);
    const isWhole = this.finished && (this.#understood || this.#sink.hasContent) && !this.#isStrange;
    const error = this.#error ?? (isWhole ? undefined : (cause ?? this.#whyIncomplete()));
    const last: ChatDelta =
      error === undefined ? { kind: 'end', complete: true } : { kind: 'end', complete: false, error };
    return [...this.#sink.take(), last];
  }

  /** Something came, but nothing that is a part of an answer: an end alone makes no answer of it. */
  get #isStrange(): boolean {
    return this.#strange !== undefined && !this.#sink.hasContent;
  }

  #whyIncomplete(): ApiError {
    if (this.#format === undefined)
      return { kind: 'badResponse', message: l10n.t('The service returned an empty response body.') };
    if (this.#isStrange || !this.#understood) {
      // Text that isn't made of events leaves no event behind.
      const came = this.#cleaner.line(this.#strange ?? this.#lead).slice(0, SHOWN);
      const message =
        came === ''
          ? l10n.t("The response isn't a chat completion.")
          : l10n.t("The response isn't a chat completion. It begins with: {0}", came);
      return { kind: 'badResponse', message };
    }
    return { kind: 'network', message: l10n.t('The response ended before it was complete.') };
  }

  #formatOf(start: string): Format {
    if (start.startsWith('<')) {
      this.#fail(l10n.t('The service returned a web page instead of a chat response. Check the base URL.'));
      return { push: () => {}, end: () => {} };
    }
    return /^[[{]/.test(start) ? this.#json() : this.#events();
  }

  #events(): Format {
    let ending = false;
    const parser = createParser({
      maxBufferSize: LARGEST_EVENT,
      onEvent: ({ data, event }) => {
        if (!this.over) this.#event(data, event === 'error', ending);
      },
      onError: ({ type }) => {
        if (type === 'max-buffer-size-exceeded') this.#fail(l10n.t('An event in the response is larger than 64 MiB.'));
      },
    });
    return {
      push: (text) => parser.feed(text),
      // Not every service ends its last event with an empty line.
      end: () => {
        ending = true;
        parser.feed('\n\n');
      },
    };
  }

  #event(data: string, isError: boolean, isLast: boolean): void {
    const text = data.charCodeAt(0) === OPEN_BRACE ? data : data.trim();
    if (text === '[DONE]') {
      this.#done = true;
      return;
    }
    // Words that keep a connection alive are not JSON and mean nothing.
    const isJson = text.startsWith('{') || text.startsWith('[');
    if (!isJson && !isError) {
      this.#note(text);
      return;
    }
    const value = isJson ? parseJson(text) : { error: text };
    if (value !== undefined) this.#value(isError && isRecord(value) ? { error: value.error ?? value } : value);
    // Half an event at the end is no fault of the format: the answer is incomplete, and told as that.
    else if (!isLast) this.#fail(l10n.t("An event in the response isn't valid JSON."));
  }

  #value(value: unknown): void {
    const error = errorInside(value, this.#cleaner) ?? errorInside(choiceError(value), this.#cleaner);
    if (readChunk(value, this.#sink) || error !== undefined) this.#understood = true;
    else this.#note(JSON.stringify(value));
    this.#error ??= error;
    if (this.#sink.failed)
      this.#error ??= { kind: 'server', status: 200, message: l10n.t('The model ended its response with an error.') };
  }

  /** Remembers the first thing that could not be understood. */
  #note(text: string): void {
    if (text !== '') this.#strange ??= text.slice(0, SHOWN * 4);
  }

  /** One value a line while lines are values; from the first that is not, the whole is taken as one value. */
  #json(): Format {
    let pieces: string[] = [];
    let size = 0;
    let lines = true;
    const keep = (text: string) => {
      pieces.push(text);
      size += text.length;
      if (size > LARGEST_EVENT) this.#fail(l10n.t('The response is larger than 64 MiB.'));
    };
    return {
      push: (text) => {
        if (!lines || !text.includes('\n')) return keep(text);
        const all = [...pieces, text].join('').split('\n');
        pieces = [];
        size = 0;
        while (all.length > 1 && !this.over) {
          const line = all[0] ?? '';
          const value = line.trim() === '' ? null : parseJson(line);
          if (value === undefined) {
            lines = false;
            break;
          }
          all.shift();
          if (value !== null) this.#value(value);
        }
        keep(all.join('\n'));
      },
      end: (cut) => {
        const rest = pieces.join('');
        if (rest.trim() === '') return;
        const value = parseJson(rest);
        if (value !== undefined) this.#value(value);
        else if (!cut && !this.#understood) this.#fail(l10n.t('The service returned invalid or truncated JSON.'));
        // A completion that came whole is whole, whether it names a finish reason or not.
        if (isWhole(value)) this.#done = true;
      },
    };
  }

  #fail(message: string): void {
    this.#error ??= { kind: 'badResponse', message };
  }
}

function isWhole(value: unknown): boolean {
  if (!isRecord(value)) return false;
  const choice: unknown = Array.isArray(value.choices) ? value.choices[0] : value;
  return isRecord(choice) && (isRecord(choice.message) || typeof choice.text === 'string');
}
