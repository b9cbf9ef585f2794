/** Parses Server-Sent Events that arrive in arbitrary pieces, with any line ends, in linear time. */

export interface ServerEvent {
  readonly name: string;
  readonly data: string;
}

const field = /^(data|event)(?:: ?|$)/;

export class EventStream {
  readonly #onEvent: (event: ServerEvent) => void;
  /** The parts of a line whose end hasn't arrived. */
  #line: string[] = [];
  #data: string[] = [];
  #name = '';
  /** The text so far ends with CR, so an LF belongs to it. */
  #endsWithCr = false;
  /** Number of characters of the event so far. */
  length = 0;

  constructor(onEvent: (event: ServerEvent) => void) {
    this.#onEvent = onEvent;
  }

  push(text: string): void {
    if (text === '') return;
    const rest = this.#endsWithCr && text.startsWith('\n') ? text.slice(1) : text;
    this.#endsWithCr = text.endsWith('\r');
    const lines = rest.replace(/\r\n?/g, '\n').split('\n');
    const open = lines.pop() ?? '';
    for (const line of lines) this.#endLine(line);
    this.#line.push(open);
    this.length += open.length;
  }

  /** Ends the stream. Not every service ends its last event with an empty line. */
  end(): void {
    this.#endLine('');
    this.#endEvent();
  }

  #endLine(rest: string): void {
    const line = this.#line.length === 0 ? rest : this.#line.join('') + rest;
    this.#line = [];
    if (line === '') this.#endEvent();
    const [start, name] = field.exec(line) ?? [];
    if (start === undefined) return;
    const value = line.slice(start.length);
    if (name === 'data') {
      this.#data.push(value);
      this.length += rest.length;
    } else this.#name = value;
  }

  #endEvent(): void {
    const [name, data] = [this.#name, this.#data];
    this.#name = '';
    this.#data = [];
    this.length = 0;
    if (data.length > 0) this.#onEvent({ name, data: data.join('\n') });
  }
}
