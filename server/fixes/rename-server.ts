/** Server names: valid names, unused names, and renaming a server everywhere in the file. */
import { groupBy } from '../../common/group-by.ts';
import { remembered } from '../../common/remembered.ts';
import { trimEndOf } from '../../common/text/trim.ts';
import { serverNameLimit, serverNamePattern } from '../config/format/format.ts';
import { type ConfigDocument, listedNames } from '../config/servers/document.ts';
import type { StringNode } from '../config/text/json.ts';
import { type Change, replaceString } from './fix.ts';

/** Returns a valid name similar to the given one; undefined if no valid character is left. */
export function allowedName(name: string): string | undefined {
  const dashed = name
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .replace(/[^a-zA-Z0-9_.-]+/g, '-')
    .replace(/^-+/, '');
  const cleaned = trimEndOf(dashed, '-').slice(0, serverNameLimit);
  return cleaned === '' ? undefined : cleaned;
}

/** Appends a number to a name, which is shortened if the result would be too long. */
export function numberedName(name: string, number: number): string {
  const ending = `-${number}`;
  return name.slice(0, serverNameLimit - ending.length) + ending;
}

/** Hands out unused names, each once. */
export class FreeNames {
  readonly #taken: Set<string>;
  readonly #next = new Map<string, number>();

  constructor(taken: Iterable<string>) {
    this.#taken = new Set(taken);
  }

  /**
   * Returns the name itself if it's unused; otherwise a similar one, with the first free number if needed.
   * @param similar default: a valid name
   */
  take(name: string, similar?: string): string {
    const free = this.#taken.has(name) ? this.#like(similar ?? allowedName(name) ?? 'server') : name;
    this.#taken.add(free);
    return free;
  }

  #like(name: string): string {
    if (!this.#taken.has(name)) return name;
    let number = this.#next.get(name) ?? 2;
    let free: string;
    do free = numberedName(name, number++);
    while (this.#taken.has(free));
    this.#next.set(name, number);
    return free;
  }
}

/** Computed once for all names of a document. */
interface ServerNames {
  /** Valid, unused names, by the key of each server that needs one. */
  readonly better: ReadonlyMap<StringNode, string>;
  /** The items of the two lists, by name. */
  readonly listed: ReadonlyMap<string, readonly StringNode[]>;
}

const known = new WeakMap<ConfigDocument, ServerNames>();

function namesOf(document: ConfigDocument): ServerNames {
  return remembered(known, document, () => {
    const nodes = listedNames(document).map(({ node }) => node);
    const listed = groupBy(nodes, ({ value }) => value);
    return { better: betterNames(document, listed), listed };
  });
}

/**
 * Returns a valid, unused name for the server of a key; undefined if its name can stay, or has no valid characters. All
 * names of a document are computed together, so that fixes that are applied at once don't create duplicates.
 */
export function betterName(document: ConfigDocument, key: StringNode): string | undefined {
  return namesOf(document).better.get(key);
}

function betterNames({ servers }: ConfigDocument, listed: ServerNames['listed']): ServerNames['better'] {
  const fine = new Set(servers.filter(({ live, name }) => live && serverNamePattern.test(name)));
  const own = new Set(servers.map(({ name }) => name));
  // A listed name that isn't defined here refers to a server in another file.
  const elsewhere = [...listed.keys()].filter((name) => !own.has(name));
  const names = new FreeNames([...[...fine].map(({ name }) => name), ...elsewhere]);
  const result = new Map<StringNode, string>();
  // Servers in use come first, so that dropped duplicates get the numbers.
  for (const live of [true, false])
    for (const entry of servers) {
      if (entry.live !== live || fine.has(entry)) continue;
      const name = allowedName(entry.name);
      if (name !== undefined) result.set(entry.key, names.take(name));
    }
  return result;
}

/** Returns an unused name, similar to a valid one that an agent reserves. */
export function unreservedName(document: ConfigDocument, { value: name }: StringNode): string {
  const names = new FreeNames([...document.servers.map((server) => server.name), ...namesOf(document).listed.keys()]);
  const ending = '-server';
  return names.take(name, name.slice(0, serverNameLimit - ending.length) + ending);
}

/** Renames a server, in both lists too. */
export function renameServer(document: ConfigDocument, key: StringNode, name: string): readonly Change[] {
  const listed = namesOf(document).listed.get(key.value) ?? [];
  return [key, ...listed].map((place) => replaceString(place, name));
}
