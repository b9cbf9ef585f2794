/**
 * Knows from the names in a folder which files don't exist. Most of the files that the agent may read at a place don't,
 * and looking up each of them would take longer than checking the file.
 */
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { isMissing, systemPathOf } from './disk.ts';
import type { Files } from './files.ts';

/** Names in lower case, because some file systems ignore it. */
type Listing = ReadonlySet<string> | 'missing' | 'unknown';

export class FolderIndex {
  readonly #listings = new Map<string, Listing>();
  readonly #files: Files;

  constructor(files: Files) {
    this.#files = files;
  }

  /** Returns the files with faster answers about missing ones. */
  get files(): Files {
    return {
      ...this.#files,
      stamp: (uri) => (this.#isMissing(uri) ? undefined : this.#files.stamp(uri)),
      kind: (uri) => (this.#isMissing(uri) ? undefined : this.#files.kind(uri)),
    };
  }

  /** Notes that folders exist, so that those around them aren't listed. @param files absolute paths of files in them */
  expect(files: readonly string[]): void {
    for (const file of files) this.#list(path.dirname(file));
  }

  #isMissing(uri: string): boolean {
    const file = systemPathOf(uri);
    return file !== undefined && !this.#mayExist(file);
  }

  #mayExist(file: string): boolean {
    const folder = path.dirname(file);
    if (folder === file) return true;
    const names = this.#listings.get(folder) ?? (this.#mayExist(folder) ? this.#list(folder) : 'missing');
    if (names === 'missing') return false;
    // Some file systems have several spellings of other characters.
    return names === 'unknown' || names.has(path.basename(file).toLowerCase()) || /[^\x20-\x7e]/.test(file);
  }

  #list(folder: string): Listing {
    const known = this.#listings.get(folder);
    if (known !== undefined) return known;
    const names = listingOf(folder);
    this.#listings.set(folder, names);
    return names;
  }
}

function listingOf(folder: string): Listing {
  try {
    return new Set(readdirSync(folder).map((name) => name.toLowerCase()));
  } catch (error) {
    // A folder can be searchable without being readable.
    return isMissing(error) ? 'missing' : 'unknown';
  }
}
