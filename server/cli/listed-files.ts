/** Files as the command line looks at them: most that are looked for aren't there, and the names in a folder tell that at once. */
import type { Dirent } from 'node:fs';
import { isConfigName } from '../../common/config-place.ts';
import type { Files } from '../config/platform.ts';
import { childUri, parentUri } from '../config/uris.ts';
import { systemPathOf } from '../machine.ts';

const fs = process.getBuiltinModule('node:fs');

/** Names are kept of smaller folders only: a folder of config files may have a hundred thousand. */
const mostNames = 2000;
const passedOver = new Set(['node_modules', '.git', '.hg', '.svn', 'dist', 'build', 'target', '.venv', 'venv']);
/** Folders that are read before other work, such as a signal, gets its turn. */
const foldersAtOnce = 200;

export class ListedFiles implements Files {
  readonly #files: Files;
  /** Lower-case names by URI of the folder; undefined: unknown. */
  readonly #names = new Map<string, ReadonlySet<string> | undefined>();
  readonly #large = new Set<string>();

  /** @param files what is there is looked at with these */
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

  /** Files may have come or gone. */
  forget(): void {
    this.#names.clear();
  }

  /** However many folders there are, and however deep: a file that is silently left out would count as checked. Sorted. */
  async find(folder: string): Promise<readonly string[]> {
    const found: string[] = [];
    const waiting = [folder];
    for (let count = 1; waiting.length > 0; count++) {
      const next = waiting.pop() ?? '';
      for (const entry of entriesOf(next)) {
        if (entry.isFile() && isConfigName(entry.name)) found.push(childUri(next, entry.name));
        else if (entry.isDirectory() && !passedOver.has(entry.name)) waiting.push(childUri(next, entry.name));
      }
      if (count % foldersAtOnce === 0) await new Promise(setImmediate);
    }
    return found.sort();
  }

  /** False only if it is certain. @param climbs the folder's own name is looked up in its parent first */
  #mayExist(uri: string, climbs: boolean): boolean {
    const folder = parentUri(uri);
    if (climbs && !this.#names.has(folder) && !this.#mayExist(folder, false)) return false;
    const names = this.#namesIn(folder);
    const name = uri.slice(folder.length + 1);
    // Some file systems don't tell capital letters from small ones, or spell others in several ways.
    return names === undefined || names.has(name.toLowerCase()) || !plainName.test(name);
  }

  #namesIn(folder: string): ReadonlySet<string> | undefined {
    if (this.#large.has(folder)) return undefined;
    if (this.#names.has(folder)) return this.#names.get(folder);
    const names = namesOf(folder);
    if (names !== undefined && names.length > mostNames) {
      this.#large.add(folder);
      return undefined;
    }
    const known = names && new Set(names.map((name) => name.toLowerCase()));
    this.#names.set(folder, known);
    return known;
  }
}

/** The last part of an address has characters that every file system and URI spells alike. */
const plainName = /^[\w.@+~-]+$/;

/** Undefined if the folder can't be read, which doesn't say that nothing is there. */
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
