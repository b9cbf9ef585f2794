/** Documents as the editor or the disk has them, parsed once, and their ranges in LSP. */
import type { Range, TextDocumentContentChangeEvent } from 'vscode-languageserver';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { isText } from '../../../common/guards.ts';
import type { JsonNode, Span } from '../text/json.ts';
import { isLarge, skim } from '../text/skim.ts';
import { ConfigDocument } from './document.ts';

/** A document in the editor's current version, parsed as a config file on first use. */
export class OpenDocument {
  #text: TextDocument;
  #config: ConfigDocument | undefined;
  /** The last version that was parsed, from which the current one takes unchanged servers. */
  #parsed: ConfigDocument | undefined;
  #skimmed: { readonly text: string; readonly root: JsonNode | undefined } | undefined;

  /** @param earlier an earlier version, from which unchanged servers are taken */
  constructor(uri: string, languageId: string, version: number, text: string, earlier?: OpenDocument) {
    this.#text = TextDocument.create(uri, languageId, version, text);
    if (earlier !== undefined) this.#parsed = earlier.#parsed;
  }

  /** For the document manager of vscode-languageserver. */
  static readonly factory = {
    // Some editors send invalid texts, which would make every later report fail.
    create: (uri: string, languageId: string, version: number, text: unknown) =>
      new OpenDocument(uri, languageId, version, isText(text) ? text : ''),
    update(document: OpenDocument, changes: TextDocumentContentChangeEvent[], version: number): OpenDocument {
      const valid = changes.filter(({ text }) => isText(text));
      document.#text = TextDocument.update(document.#text, valid, version);
      document.#config = undefined;
      return document;
    },
  };

  get uri(): string {
    return this.#text.uri;
  }

  get text(): TextDocument {
    return this.#text;
  }

  get config(): ConfigDocument {
    this.#config ??= new ConfigDocument(this.#text.getText(), this.#parsed);
    this.#parsed = this.#config;
    return this.#config;
  }

  /** The value of the text as JSON. Of a large one, only the parts that are used are parsed. */
  get tree(): JsonNode | undefined {
    const text = this.#text.getText();
    if (!isLarge(text)) return this.config.root;
    if (this.#skimmed?.text !== text) this.#skimmed = { text, root: skim(text) };
    return this.#skimmed.root;
  }
}

/** Returns the LSP range of a span. */
export function rangeOf({ text }: Pick<OpenDocument, 'text'>, { offset, length }: Span): Range {
  return { start: text.positionAt(offset), end: text.positionAt(offset + length) };
}

/** Returns the span of an LSP range. */
export function spanOf({ text }: OpenDocument, { start, end }: Range): Span {
  const offset = text.offsetAt(start);
  return { offset, length: Math.max(0, text.offsetAt(end) - offset) };
}
