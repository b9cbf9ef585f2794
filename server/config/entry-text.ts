/** The text of one server, apart from the document: what is known of it stays known while the server moves. */

export class EntryText {
  /** From the name to the end of the value. A copy: a piece of the document would hold on to all of it. */
  readonly text: string;
  readonly name: string;
  /** Length of the name, quotes included. */
  readonly nameLength: number;
  /** Where the colon and the value are, from the start of the name. */
  readonly colon: number;
  readonly value: number;

  constructor(text: string, name: string, nameLength: number, colon: number, value: number) {
    this.text = detached(text);
    this.name = detached(name);
    this.nameLength = nameLength;
    this.colon = colon;
    this.value = value;
  }
}

/** The same text in memory of its own: V8 keeps a piece of a string as a view of the whole. */
export function detached(text: string): string {
  // A longer string is made and read, so that it is one piece; what is cut off it holds on to that one only.
  const longer = ` ${text}`;
  return longer.charCodeAt(longer.length - 1) >= 0 ? longer.slice(1) : '';
}
