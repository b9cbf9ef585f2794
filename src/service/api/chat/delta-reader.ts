/**
 * Converts the text of a chat response, in arbitrary pieces, to deltas. The first non-whitespace character determines
 * the format, because the content type isn't reliable: `{` or `[` is JSON (whole, or one value per line), `<` is a web
 * page, anything else is Server-Sent Events.
 */
import * as l10n from '@vscode/l10n';
import { isRecord } from '../../../../common/guards.ts';
import { parseJson } from '../../../../common/text/json.ts';
import type { Cleaner } from '../clean.ts';
import type { ApiError } from '../errors/api-error.ts';
import { errorInside, isWebPage } from '../errors/error-body.ts';
import { cutError } from '../errors/errors.ts';
import { type ChatDelta, DeltaSink } from './delta-sink.ts';
import { EventStream } from './event-stream.ts';
import { choiceError, readChunk } from './read-choice.ts';

/** Maximum number of characters of one event, or of a whole JSON response. */
const maxEventLength = 64 * 1024 * 1024;
const openBrace = 0x7b;
/** The end of a response, such as `[DONE]` or `[END]`. JSON lists contain other characters, or `null`. */
const endMarker = /^\[(?!null|true|false)[A-Z_ ]{2,20}\]$/i;
const endNames = new Set(['end', 'done', 'complete', 'completed', 'close', 'stop', 'message_stop']);
/** Characters shown of a response that isn't a chat completion. */
const maxShownLength = 200;

interface Format {
  push(text: string): void;
  /** Ends the input. `cut` is true if the response was cut off. */
  end(cut: boolean): void;
}

export class DeltaReader {
  readonly #cleaner: Cleaner;
  readonly #sink: DeltaSink;
  #format: Format | undefined;
  #prefix = '';
  #recognized = false;
  /** The start of the first data that wasn't recognized. */
  #unrecognized: string | undefined;
  /** The last data is cut off, or says that more follows; true until there's content. */
  #expectsMore = true;
  /** Number of characters since the last delta. */
  #withoutContent = 0;
  /** The body is JSON that was read to its end. */
  #isWhole = false;
  #done = false;
  #error: ApiError | undefined;

  /** @param before the text that the response continues */
  constructor(cleaner: Cleaner, before = '') {
    this.#cleaner = cleaner;
    this.#sink = new DeltaSink(cleaner, before);
  }

  /** True after `[DONE]` or an error: all further text is ignored. */
  get isDone(): boolean {
    return this.#done || this.#error !== undefined;
  }

  /** Adds a piece of text and returns the deltas that it completes. */
  push(text: string): ChatDelta[] {
    if (this.isDone) return [];
    if (this.#format === undefined) {
      this.#prefix += text;
      const start = this.#prefix.trimStart();
      if (start === '' && this.#prefix.length < 4096) return [];
      this.#format = this.#formatOf(start);
      text = this.#prefix;
    }
    this.#format.push(text);
    const deltas = this.#sink.take();
    this.#withoutContent = deltas.some(({ kind }) => kind !== 'usage') ? 0 : this.#withoutContent + text.length;
    if (this.#withoutContent > maxEventLength) this.#fail(l10n.t('The service sent 64 MiB without a response.'));
    return deltas;
  }

  /** Ends the input. `cause` is set if the response was cut off. @returns the last deltas, and why they aren't all */
  end(cause?: ApiError): { readonly deltas: readonly ChatDelta[]; readonly error: ApiError | undefined } {
    if (!this.isDone) this.#format?.end(cause !== undefined);
    // Usage may follow after the model has finished its response. Not every service marks the end, and a connection that
    // is cut is an error of fetch, so a response that just ends is complete.
    const isFinished = this.#done || this.#sink.finished || (cause === undefined && !this.#expectsMore);
    const isWhole = isFinished && (this.#recognized || this.#sink.hasContent) && !this.#isUnrecognized;
    const error = this.#error ?? (isWhole ? undefined : (cause ?? this.#whyIncomplete()));
    return { deltas: this.#sink.end(), error };
  }

  /** True if data was received that isn't part of a response. A finish reason alone doesn't make it one. */
  get #isUnrecognized(): boolean {
    return this.#unrecognized !== undefined && !this.#sink.hasContent;
  }

  #whyIncomplete(): ApiError {
    if (this.#format === undefined)
      return { kind: 'badResponse', message: l10n.t('The service returned an empty response body.') };
    // A whole body without a choice isn't cut off.
    const isWithoutChoice = this.#isWhole && !this.#sink.hasContent;
    if (this.#isUnrecognized || !this.#recognized || isWithoutChoice) {
      // Text that isn't an event stream produces no events, so quote its start instead.
      const came = this.#cleaner.cleanLine(this.#unrecognized ?? this.#prefix).slice(0, maxShownLength);
      const message =
        came === ''
          ? l10n.t("The response isn't a chat completion.")
          : l10n.t("The response isn't a chat completion. It begins with: {0}", came);
      return { kind: 'badResponse', message };
    }
    return cutError();
  }

  #formatOf(start: string): Format {
    if (isWebPage(start)) {
      this.#fail(l10n.t('The service returned a web page instead of a chat response. Check the base URL.'));
      return { push: () => {}, end: () => {} };
    }
    return /^[[{]/.test(start) ? this.#json() : this.#events();
  }

  #events(): Format {
    let ending = false;
    const events = new EventStream(({ name, data }) => {
      if (!this.isDone) this.#event(data, name === 'error', ending);
      if (endNames.has(name.toLowerCase())) this.#done = true;
    });
    return {
      push: (text) => {
        events.push(text);
        if (events.length > maxEventLength) this.#fail(l10n.t('An event in the response is larger than 64 MiB.'));
      },
      end: () => {
        ending = true;
        events.end();
      },
    };
  }

  #event(data: string, isError: boolean, isLast: boolean): void {
    const text = data.charCodeAt(0) === openBrace ? data : data.trim();
    if (endMarker.test(text)) {
      this.#done = true;
      return;
    }
    // Keep-alive text isn't JSON and carries no content.
    const isJson = text.startsWith('{') || text.startsWith('[');
    if (!isJson && !isError) {
      this.#note(text);
      return;
    }
    const value = isJson ? parseJson(text) : { error: text };
    if (value !== undefined)
      this.#value(isError && isRecord(value) ? { object: 'error', error: value.error || value } : value);
    // A truncated last event isn't a format error: the response is reported as incomplete.
    else if (!isLast) this.#fail(l10n.t("An event in the response isn't valid JSON."));
    else this.#expectsMore = true;
  }

  #value(value: unknown): void {
    const error = errorInside(value, this.#cleaner) ?? errorInside(choiceError(value), this.#cleaner);
    if (readChunk(value, this.#sink) || error !== undefined) this.#recognized = true;
    else this.#note(JSON.stringify(value));
    this.#expectsMore = !this.#sink.hasContent || (isRecord(value) && value.done === false);
    this.#error ??= error;
    if (this.#sink.failed)
      this.#error ??= { kind: 'server', status: 200, message: l10n.t('The model ended its response with an error.') };
  }

  /** Stores the first data that wasn't recognized. */
  #note(text: string): void {
    if (text !== '') this.#unrecognized ??= text.slice(0, maxShownLength * 4);
  }

  /** Reads one value per line; from the first line that isn't a value, reads the rest as one value. */
  #json(): Format {
    let pieces: string[] = [];
    let length = 0;
    let lines = true;
    const keep = (text: string) => {
      pieces.push(text);
      length += text.length;
      if (length > maxEventLength) this.#fail(l10n.t('The response is larger than {0} MiB.', 64));
    };
    const take = (): string => {
      const text = pieces.join('');
      pieces = [];
      length = 0;
      return text;
    };
    return {
      push: (text) => {
        let start = 0;
        for (let end = text.indexOf('\n'); lines && end !== -1 && !this.isDone; end = text.indexOf('\n', start)) {
          keep(text.slice(start, end));
          const line = take();
          const value = line.trim() === '' ? null : parseJson(line);
          if (value === undefined) {
            lines = false;
            keep(line);
            start = end;
          } else {
            if (value !== null) this.#value(value);
            start = end + 1;
          }
        }
        keep(text.slice(start));
      },
      end: (cut) => {
        const rest = take();
        if (rest.trim() === '') return;
        const value = parseJson(rest);
        this.#isWhole = value !== undefined && !cut;
        if (value !== undefined) this.#value(value);
        else if (!cut && !this.#recognized) this.#fail(l10n.t('The service returned invalid or truncated JSON.'));
        else this.#expectsMore = true;
        // A whole completion is complete even without a finish reason, but a line of a stream may say that more follows.
        if (isWhole(value)) this.#done = true;
      },
    };
  }

  #fail(message: string): void {
    this.#error ??= { kind: 'badResponse', message };
  }
}

function isWhole(value: unknown): boolean {
  if (!isRecord(value) || value.done === false) return false;
  const choice: unknown = Array.isArray(value.choices) ? value.choices[0] : value;
  return isRecord(choice) && (isRecord(choice.message) || typeof choice.text === 'string');
}
