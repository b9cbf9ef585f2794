/** The text of one server, independent of the document, so that results for it survive edits elsewhere. */

export class EntryText {
  /** From the name to the end of the value. A copy: a slice would retain the whole document. */
  readonly text: string;
  readonly name: string;
  /** Length of the name, including quotes. */
  readonly nameLength: number;
  /** Offsets of the colon and the value from the start of the name. */
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

/** Returns a copy in separate memory. In V8, a slice is a view that retains the whole string. */
export function detached(text: string): string {
  // Reading a character flattens the concatenated string, so the slice retains only that string.
  const longer = ` ${text}`;
  return longer.charCodeAt(longer.length - 1) >= 0 ? longer.slice(1) : '';
}
