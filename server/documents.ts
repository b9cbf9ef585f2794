/** Open documents of the editor, kept in sync with it, and their ranges and edits in LSP. */
import type {
  ClientCapabilities,
  Range,
  TextDocumentContentChangeEvent,
  TextEdit,
  WorkspaceEdit,
} from 'vscode-languageserver';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { isText } from '../common/guards.ts';
import { ConfigDocument } from './config/document.ts';
import type { JsonNode, Span } from './config/json.ts';
import { isLarge, skim } from './config/skim.ts';
import { checkAgain } from './rules/check.ts';
import type { RuleContext } from './rules/context.ts';
import type { Finding } from './rules/rule.ts';

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

  /** Returns the findings in the document. Servers that are unchanged since the last check aren't checked again. */
  findings(context?: RuleContext): readonly Finding[] {
    return checkAgain(this.config, context).problems;
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

interface FileEdits {
  readonly uri: string;
  /** Version of the document that the edits were computed for; null for a file on disk. */
  readonly version: number | null;
  readonly edits: TextEdit[];
}

/** Returns a workspace edit in the form that the editor supports. */
export function workspaceEditOf({ workspace }: ClientCapabilities, files: readonly FileEdits[]): WorkspaceEdit {
  if (workspace?.workspaceEdit?.documentChanges !== true)
    return { changes: Object.fromEntries(files.map(({ uri, edits }) => [uri, edits])) };
  return { documentChanges: files.map(({ uri, version, edits }) => ({ textDocument: { uri, version }, edits })) };
}
