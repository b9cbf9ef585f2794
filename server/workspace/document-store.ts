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
  /** Undefined if it can't be read. */
  readonly document: OpenDocument | undefined;
}

type StoredFiles = Pick<Files, 'read' | 'stamp' | 'kind'>;

export class DocumentStore {
  /** Open documents, by the editor's spelling of their URIs. */
  readonly open = new Map<string, OpenDocument>();
  readonly #openByKey = new Map<string, OpenDocument>();
  readonly #files: StoredFiles;
  /** Files by URI, so that each is read only once; undefined if a file doesn't exist. */
  readonly #disk = new Map<string, OnDisk | undefined>();

  constructor(files: StoredFiles) {
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
    return this.#openDocument(uri, key) ?? this.#onDisk(uri)?.document;
  }

  /**
   * Returns why the content of a file isn't known: the file exists, but can't be read, or not even that can be found out.
   * Undefined for what was read, for a folder, and for a file that doesn't exist.
   */
  unreadable(uri: string): 'file' | 'unknown' | undefined {
    if (variableOf(uri) !== undefined || this.get(uri) !== undefined || this.#onDisk(uri) === undefined)
      return undefined;
    const kind = this.#files.kind(uri);
    if (kind === undefined || kind === 'folder') return undefined;
    return kind === 'file' || kind === 'device' ? 'file' : 'unknown';
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
    const changed = [...uris].filter((uri) => {
      if (!this.#disk.has(uri)) return false;
      const known = this.#disk.get(uri);
      // The editor may read it meanwhile. One that can't be looked at has another stamp as soon as it can.
      const wasUnread = known !== undefined && known.document === undefined && this.#files.kind(uri) !== 'unknown';
      return wasUnread || known?.stamp !== this.#files.stamp(uri);
    });
    for (const uri of changed) this.#disk.delete(uri);
    return changed.length > 0;
  }

  #openDocument(uri: string, key: string | undefined): OpenDocument | undefined {
    // Of many files that agents look for, most are missing, and a key takes longer than the lookup.
    if (this.open.size === 0) return undefined;
    return this.open.get(uri) ?? this.#openByKey.get(key ?? uriKey(uri));
  }

  #onDisk(uri: string): OnDisk | undefined {
    return remembered(this.#disk, uri, () => {
      const stamp = this.#files.stamp(uri);
      if (stamp === undefined) return undefined;
      const text = this.#files.read(uri);
      return { stamp, document: text === undefined ? undefined : new OpenDocument(uri, 'json', 0, text) };
    });
  }
}
