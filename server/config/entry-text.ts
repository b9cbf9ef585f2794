/** The text of one server, independent of the document, so that results for it survive edits elsewhere. */

export class EntryText {
  /** From the name to the end of the value. A copy: a slice would retain the whole document. */
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

/** A copy of the text in separate memory: V8 keeps a slice as a view that retains the whole string. */
export function detached(text: string): string {
  // Reading a character flattens the concatenated string, so the slice retains only that string.
  const longer = ` ${text}`;
  return longer.charCodeAt(longer.length - 1) >= 0 ? longer.slice(1) : '';
}
