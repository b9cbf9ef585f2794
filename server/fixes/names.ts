/** Names of servers: ones that are allowed, ones that are free, and changing one wherever it stands in the file. */
import { trimEndOf } from '../../common/trim.ts';
import type { ConfigDocument } from '../config/document.ts';
import { serverNameLimit, serverNamePattern } from '../config/format.ts';
import type { StringNode } from '../config/json.ts';
import { type Change, replaceString } from './fix.ts';

/** A name close to the given one that the format allows; undefined when nothing of it is left. */
export function allowedName(name: string): string | undefined {
  const dashed = name
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .replace(/[^a-zA-Z0-9_.-]+/g, '-')
    .replace(/^-+/, '');
  const cleaned = trimEndOf(dashed, '-').slice(0, serverNameLimit);
  return cleaned === '' ? undefined : cleaned;
}

/** The name with this number behind it, shortened where it would be too long. */
export function numberedName(name: string, number: number): string {
  const ending = `-${number}`;
  return name.slice(0, serverNameLimit - ending.length) + ending;
}

/** Hands out names that nothing has yet, each once. */
export class FreeNames {
  readonly #taken: Set<string>;
  readonly #next = new Map<string, number>();

  constructor(taken: Iterable<string>) {
    this.#taken = new Set(taken);
  }

  /** The name itself; where it is taken, a valid one like it, with the first number behind it that is free. */
  take(name: string): string {
    const free = this.#taken.has(name) ? this.#like(allowedName(name) ?? 'server') : name;
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

/** What is worked out once for all names of a document. */
interface Names {
  /** The better name of each key that needs one. */
  readonly better: ReadonlyMap<StringNode, string>;
  /** The items of the two lists by the name that they hold. */
  readonly listed: ReadonlyMap<string, readonly StringNode[]>;
}

const known = new WeakMap<ConfigDocument, Names>();

function namesOf(document: ConfigDocument): Names {
  let names = known.get(document);
  if (names === undefined) {
    const listed = listedIn(document);
    names = { better: betterNames(document, listed), listed };
    known.set(document, names);
  }
  return names;
}

/**
 * A valid and free name for the server of a key; undefined where its name is fine, or nothing of it is left. All of one
 * document are found together, so that no two that are made at once are the same.
 */
export function betterName(document: ConfigDocument, key: StringNode): string | undefined {
  return namesOf(document).better.get(key);
}

function betterNames({ servers }: ConfigDocument, listed: Names['listed']): Names['better'] {
  const fine = new Set(servers.filter(({ live, name }) => live && serverNamePattern.test(name)));
  const own = new Set(servers.map(({ name }) => name));
  // A listed name that no server here has is that of a server in another file.
  const elsewhere = [...listed.keys()].filter((name) => !own.has(name));
  const names = new FreeNames([...[...fine].map(({ name }) => name), ...elsewhere]);
  const result = new Map<StringNode, string>();
  // The ones that are in use go first: a dropped duplicate gets the number.
  for (const live of [true, false])
    for (const entry of servers) {
      if (entry.live !== live || fine.has(entry)) continue;
      const name = allowedName(entry.name);
      if (name !== undefined) result.set(entry.key, names.take(name));
    }
  return result;
}

function listedIn({ top }: ConfigDocument): Names['listed'] {
  const listed = new Map<string, StringNode[]>();
  for (const list of ['disabledServers', 'enabledServers']) {
    const value = top?.fields.get(list)?.value;
    for (const item of value?.type === 'array' ? value.items : []) {
      if (item.type !== 'string') continue;
      const same = listed.get(item.value);
      if (same === undefined) listed.set(item.value, [item]);
      else same.push(item);
    }
  }
  return listed;
}

/** Gives a server another name, in both lists too. */
export function renameServer(document: ConfigDocument, key: StringNode, name: string): readonly Change[] {
  const listed = namesOf(document).listed.get(key.value) ?? [];
  return [key, ...listed].map((place) => replaceString(place, name));
}
