/** The documents that the server reads: open in the editor, otherwise from disk. */

import type { Location } from 'vscode-languageserver';
import { remembered } from '../../common/remembered.ts';
import { OpenDocument, rangeOf } from '../config/servers/open-document.ts';
import { settingsTree, tolerantTree } from '../config/servers/source-file.ts';
import { type JsonNode, memberValue, type Span } from '../config/text/json.ts';
import type { Files } from '../files/files.ts';
import { uriKey, variableOf } from '../files/uris.ts';

interface OnDisk {
  readonly stamp: string;
  readonly document: OpenDocument;
}

export class DocumentStore {
  /** Open documents, by the editor's spelling of their URIs. */
  readonly open = new Map<string, OpenDocument>();
  readonly #openByKey = new Map<string, OpenDocument>();
  readonly #files: Pick<Files, 'read' | 'stamp'>;
  /** Files by URI, so that each is read only once; undefined if a file doesn't exist or can't be read. */
  readonly #disk = new Map<string, OnDisk | undefined>();

  constructor(files: Pick<Files, 'read' | 'stamp'>) {
    this.#files = files;
  }

  add(document: OpenDocument): void {
    this.open.set(document.uri, document);
    this.#openByKey.set(uriKey(document.uri), document);
    this.#disk.delete(document.uri);
  }

  remove(uri: string): void {
    this.open.delete(uri);
    this.#openByKey.delete(uriKey(uri));
    this.#disk.delete(uri);
  }

  /** Returns a document, open or on disk; undefined if it doesn't exist or can't be read. @param key that of the URI */
  get(uri: string, key?: string): OpenDocument | undefined {
    const open = this.open.get(uri) ?? this.#openByKey.get(key ?? uriKey(uri));
    return open ?? remembered(this.#disk, uri, () => this.#load(uri))?.document;
  }

  /** Returns the version of an open document; null for a file on disk, as in LSP. */
  versionOf(uri: string): number | null {
    return this.open.get(uri)?.text.version ?? null;
  }

  textOf(uri: string): string | undefined {
    return this.get(uri)?.text.getText();
  }

  /** Returns what can be recognized in a JSON or TOML file, valid or not; undefined if it doesn't exist. */
  treeAt(uri: string): JsonNode | undefined {
    const document = this.get(uri);
    return document && tolerantTree(document);
  }

  /** Returns a value in a settings file, by the names of the properties that lead to it; undefined if it doesn't exist, or no agent could read the file. */
  valueAt(uri: string, path: readonly string[]): JsonNode | undefined {
    const document = this.get(uri);
    return document && path.reduce<JsonNode | undefined>(memberValue, settingsTree(document));
  }

  /** Returns the LSP location of a span; undefined if the file can no longer be read, and for a variable. */
  locate(uri: string, span: Span): Location | undefined {
    const document = variableOf(uri) === undefined ? this.get(uri) : undefined;
    return document && { uri, range: rangeOf(document, span) };
  }

  /** Forgets the files among these that have changed on disk since they were read. Returns true if any has. */
  forgetChanged(uris: Iterable<string> = this.#disk.keys()): boolean {
    const changed = [...uris].filter(
      (uri) => this.#disk.has(uri) && this.#disk.get(uri)?.stamp !== this.#files.stamp(uri),
    );
    for (const uri of changed) this.#disk.delete(uri);
    return changed.length > 0;
  }

  #load(uri: string): OnDisk | undefined {
    const stamp = this.#files.stamp(uri);
    const text = stamp === undefined ? undefined : this.#files.read(uri);
    if (stamp === undefined || text === undefined) return undefined;
    return { stamp, document: new OpenDocument(uri, 'json', 0, text) };
  }
}
