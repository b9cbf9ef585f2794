/** The documents that an editor has open, kept in step with it. */
import type { DidChangeTextDocumentParams, TextDocumentItem } from 'vscode-languageserver';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { ConfigDocument } from './config/document.ts';

/** A document in the version that the editor has; read as a config file when somebody asks. */
export class OpenDocument {
  #text: TextDocument;
  #config: ConfigDocument | undefined;

  constructor({ uri, languageId, version, text }: TextDocumentItem) {
    this.#text = TextDocument.create(uri, languageId, version, text);
  }

  get text(): TextDocument {
    return this.#text;
  }

  get config(): ConfigDocument {
    this.#config ??= new ConfigDocument(this.#text.getText());
    return this.#config;
  }

  /** Takes over the edits of one change, in their order. */
  change({ contentChanges, textDocument }: DidChangeTextDocumentParams): void {
    this.#text = TextDocument.update(this.#text, contentChanges, textDocument.version);
    this.#config = undefined;
  }
}
