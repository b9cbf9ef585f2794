/** Open documents of the editor, kept in sync with it. */
import type { Range, TextDocumentContentChangeEvent } from 'vscode-languageserver';
import { TextDocument } from 'vscode-languageserver-textdocument';
import type { Connection } from './config/connection.ts';
import { ConfigDocument } from './config/document.ts';
import type { EntryText } from './config/entry-text.ts';
import type { Span } from './config/json.ts';
import { ServerResults } from './config/server-results.ts';
import type { RuleContext } from './rules/context.ts';
import type { Finding } from './rules/rule.ts';

/** A document in the editor's current version, parsed as a config file on first use. */
export class OpenDocument {
  #text: TextDocument;
  #config: ConfigDocument | undefined;
  /** Servers of the last version that was valid JSON. */
  #known: readonly EntryText[] = [];
  /** Connections of the servers in the last version that was read. */
  readonly connections = new ServerResults<Connection>();
  readonly #findings = new ServerResults<readonly Finding[]>();
  #context: RuleContext | undefined;

  constructor(uri: string, languageId: string, version: number, text: string) {
    this.#text = TextDocument.create(uri, languageId, version, text);
  }

  /** For the document manager of vscode-languageserver. */
  static readonly factory = {
    create: (uri: string, languageId: string, version: number, text: string) =>
      new OpenDocument(uri, languageId, version, text),
    update(document: OpenDocument, changes: TextDocumentContentChangeEvent[], version: number): OpenDocument {
      document.#text = TextDocument.update(document.#text, changes, version);
      // Kept while the text is temporarily invalid.
      if (document.#config?.faults.length === 0) document.#known = document.#config.entryTexts;
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
    this.#config ??= new ConfigDocument(this.#text.getText(), this.#known);
    return this.#config;
  }

  /** Returns the findings in each server from the last check with this context. */
  findings(context: RuleContext): ServerResults<readonly Finding[]> {
    if (this.#context !== context) this.#findings.clear();
    this.#context = context;
    return this.#findings;
  }
}

/** Returns the LSP range of a span. */
export function rangeOf({ text }: OpenDocument, { offset, length }: Span): Range {
  return { start: text.positionAt(offset), end: text.positionAt(offset + length) };
}
