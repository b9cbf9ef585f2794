/** File access of the command line. Most requested files don't exist, which cached folder listings show quickly. */
import type { Dirent } from 'node:fs';
import { isConfigName } from '../../common/config-place.ts';
import type { Files } from '../config/platform.ts';
import { childUri, parentUri } from '../config/uris.ts';
import { systemPathOf } from '../machine.ts';
import { skippedFolders } from '../skipped-folders.ts';

const fs = process.getBuiltinModule('node:fs');

/** Listings of larger folders aren't cached, because a folder of config files can have 100,000 entries. */
const maxNames = 2000;
/** Number of folders to read before yielding to other work, such as signals. */
const foldersAtOnce = 200;

export class ListedFiles implements Files {
  readonly #files: Files;
  /** Lowercase names by folder URI; undefined if the folder can't be read. */
  readonly #names = new Map<string, ReadonlySet<string> | undefined>();
  readonly #large = new Set<string>();

  /** @param files access to the files that may exist */
  constructor(files: Files) {
    this.#files = files;
  }

  read(uri: string): string | undefined {
    return this.#mayExist(uri, true) ? this.#files.read(uri) : undefined;
  }

  stamp(uri: string): string | undefined {
    return this.#mayExist(uri, true) ? this.#files.stamp(uri) : undefined;
  }

  kind(uri: string): 'file' | 'folder' | undefined {
    return this.#mayExist(uri, true) ? this.#files.kind(uri) : undefined;
  }

  mayHave(folder: string, path: string): boolean {
    const names = this.#namesIn(folder);
    return (
      names === undefined || names.has(path.slice(0, (path.indexOf('/') + 1 || path.length + 1) - 1).toLowerCase())
    );
  }

  /** Forgets the listings, because files may have been created or deleted. */
  forget(): void {
    this.#names.clear();
  }

  /** Returns sorted URIs. Unlimited in number and depth, because a silently omitted file would count as checked. */
  async find(folder: string): Promise<readonly string[]> {
    const found: string[] = [];
    const waiting = [folder];
    for (let count = 1; waiting.length > 0; count++) {
      const next = waiting.pop() ?? '';
      for (const entry of entriesOf(next)) {
        if (entry.isFile() && isConfigName(entry.name)) found.push(childUri(next, entry.name));
        else if (entry.isDirectory() && !skippedFolders.has(entry.name)) waiting.push(childUri(next, entry.name));
      }
      if (count % foldersAtOnce === 0) await new Promise(setImmediate);
    }
    return found.sort();
  }

  /** Returns false only if the file certainly doesn't exist. @param climbs also look up the folder in its parent */
  #mayExist(uri: string, climbs: boolean): boolean {
    const folder = parentUri(uri);
    if (climbs && !this.#names.has(folder) && !this.#mayExist(folder, false)) return false;
    const names = this.#namesIn(folder);
    const name = uri.slice(folder.length + 1);
    // Some file systems are case-insensitive or have several spellings of a character.
    return names === undefined || names.has(name.toLowerCase()) || !plainName.test(name);
  }

  #namesIn(folder: string): ReadonlySet<string> | undefined {
    if (this.#large.has(folder)) return undefined;
    if (this.#names.has(folder)) return this.#names.get(folder);
    const names = namesOf(folder);
    if (names !== undefined && names.length > maxNames) {
      this.#large.add(folder);
      return undefined;
    }
    const known = names && new Set(names.map((name) => name.toLowerCase()));
    this.#names.set(folder, known);
    return known;
  }
}

/** A name whose characters have the same spelling in every file system and URI. */
const plainName = /^[\w.@+~-]+$/;

/** Returns undefined if the folder can't be read, which doesn't mean that it's empty. */
function namesOf(folder: string): readonly string[] | undefined {
  try {
    return fs.readdirSync(systemPathOf(folder) ?? '');
  } catch {
    return undefined;
  }
}

function entriesOf(folder: string): readonly Dirent[] {
  try {
    return fs.readdirSync(systemPathOf(folder) ?? '', { withFileTypes: true });
  } catch {
    return [];
  }
}
