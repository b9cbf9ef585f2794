/** The documents that an editor has open, kept in step with it. */
import type { DidChangeTextDocumentParams, Range, TextDocumentItem } from 'vscode-languageserver';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { ConfigDocument } from './config/document.ts';
import type { Span } from './config/json.ts';
import type { Change } from './config/splice.ts';

/** A document in the version that the editor has; read as a config file when somebody asks. */
export class OpenDocument {
  #text: TextDocument;
  #config: ConfigDocument | undefined;
  /** What has changed since it was read; `all` where that is no single stretch. */
  #changed: Change | 'all' | undefined = 'all';

  constructor({ uri, languageId, version, text }: TextDocumentItem) {
    this.#text = TextDocument.create(uri, languageId, version, text);
  }

  get uri(): string {
    return this.#text.uri;
  }

  get text(): TextDocument {
    return this.#text;
  }

  get config(): ConfigDocument {
    const text = this.#text.getText();
    if (this.#config === undefined || this.#changed === 'all') this.#config = new ConfigDocument(text);
    else if (this.#changed !== undefined) this.#config = this.#config.edited(text, this.#changed);
    this.#changed = undefined;
    return this.#config;
  }

  /** Takes over the edits of one change, in their order. */
  change({ contentChanges, textDocument }: DidChangeTextDocumentParams): void {
    for (const change of contentChanges) {
      if ('range' in change && this.#changed !== 'all') {
        const [start, end] = [this.#text.offsetAt(change.range.start), this.#text.offsetAt(change.range.end)];
        const [offset, length] = [Math.min(start, end), Math.abs(end - start)];
        this.#changed = merged(this.#changed, { offset, length, newLength: change.text.length });
      } else this.#changed = 'all';
      this.#text = TextDocument.update(this.#text, [change], textDocument.version);
    }
  }
}

/** Two edits, one after the other, as one stretch that holds both. */
function merged(first: Change | undefined, second: Change): Change {
  if (first === undefined) return second;
  const offset = Math.min(first.offset, second.offset);
  // The stretch of the text between the two edits that holds both, and the same of the text before and after.
  const end = Math.max(first.offset + first.newLength, second.offset + second.length);
  const before = end - (first.newLength - first.length);
  const after = end + (second.newLength - second.length);
  return { offset, length: before - offset, newLength: after - offset };
}

/** A stretch of the text as an editor counts it. */
export function rangeOf({ text }: OpenDocument, { offset, length }: Span): Range {
  return { start: text.positionAt(offset), end: text.positionAt(offset + length) };
}
