/** Names of servers: ones that are allowed, ones that are free, and changing one wherever it stands in the file. */
import type { ConfigDocument } from '../config/document.ts';
import { serverNameLimit } from '../config/format.ts';
import type { StringNode } from '../config/json.ts';
import { type Change, replaceString } from './fix.ts';

/** A name close to the given one that the format allows; undefined when nothing of it is left. */
export function allowedName(name: string): string | undefined {
  const cleaned = name
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .replace(/[^a-zA-Z0-9_.-]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, serverNameLimit);
  return cleaned === '' ? undefined : cleaned;
}

/** The name with a number behind it that no server has. */
export function freeName(name: string, servers: readonly { readonly name: string }[]): string {
  const taken = new Set(servers.map((server) => server.name));
  for (let number = 2; ; number++) {
    const candidate = numberedName(name, number);
    if (!taken.has(candidate)) return candidate;
  }
}

/** The name with this number behind it, shortened where it would be too long. */
export function numberedName(name: string, number: number): string {
  const ending = `-${number}`;
  return name.slice(0, serverNameLimit - ending.length) + ending;
}

/** The items of the two lists that hold this name. */
export function listedAs(document: ConfigDocument, name: string): readonly StringNode[] {
  return ['disabledServers', 'enabledServers'].flatMap((list) => {
    const value = document.top?.fields.get(list)?.value;
    if (value?.type !== 'array') return [];
    return value.items.filter((item): item is StringNode => item.type === 'string' && item.value === name);
  });
}

/** Gives a server another name, in both lists too. */
export function renameServer(document: ConfigDocument, key: StringNode, name: string): readonly Change[] {
  return [key, ...listedAs(document, key.value)].map((place) => replaceString(place, name));
}
