/** Files with environment variables that entries name in `envFile`: whether they change, never what is in them. */
import path from 'node:path';
import { groupBy } from '../../../common/group-by.ts';
import { visible } from '../../../common/text/escape.ts';
import { maskTokens } from '../../../common/text/mask-secrets.ts';
import { andList, quote } from '../../config/language.ts';
import { memberValue, stringValue } from '../../config/text/json.ts';
import { placeOfFile } from '../files/checkouts.ts';
import { isOutside } from '../files/outside-links.ts';
import type { Scan, ScannedServer } from '../inventory/inventory-scan.ts';
import type { PropertyChange } from './entry-changes.ts';

export interface EnvFileChange {
  /** Relative to the checkout; as it's written if that isn't known. */
  readonly file: string;
  /** `unknown`: it isn't known which file is meant, or it isn't part of the checkout. */
  readonly kind: PropertyChange['kind'] | 'unknown';
  /** Names of the servers that get its variables. */
  readonly servers: readonly string[];
  /** Why it isn't known whether it changes. */
  readonly why?: string;
}

/** Reads a file of the checkout before and now; undefined if Git doesn't have it there. */
export type ReadBothSides = (file: string) => readonly [before: string | undefined, after: string | undefined];

export function envFileChanges({ servers }: Scan, read: ReadBothSides): readonly EnvFileChange[] {
  const named = servers.flatMap((each) => {
    const found = envFileOf(each);
    return found === undefined ? [] : [{ ...found, server: each.server.name }];
  });
  return Array.from(groupBy(named, ({ file }) => file)).flatMap(([file, all]): readonly EnvFileChange[] => {
    const names = [...new Set(all.map(({ server }) => server))];
    const why = all.find((each) => each.why !== undefined)?.why;
    if (why !== undefined) return [{ file, kind: 'unknown', servers: names, why }];
    const [before, after] = read(file);
    if (before === after) return [];
    const kind = before === undefined ? 'added' : after === undefined ? 'removed' : 'changed';
    return [{ file, kind, servers: names }];
  });
}

/** Returns the file that an entry names, and why it can't be compared; undefined if it names none. */
function envFileOf({ server, entry }: ScannedServer): Pick<EnvFileChange, 'file' | 'why'> | undefined {
  const given = stringValue(memberValue(entry, 'envFile'));
  const written = given?.replace(/^\$\{workspaceFolder\}[\\/]/, '');
  if (given === undefined || written === undefined || written === '') return undefined;
  if (written.includes('${')) return { file: given, why: 'its path has variables' };
  if (/^(?:[\\/]|[A-Za-z]:)/.test(written)) return { file: given, why: 'its path is absolute' };
  const file = path.posix.join(placeOfFile(server.file)?.project ?? '', written.replaceAll('\\', '/'));
  const isElsewhere = written.startsWith('~') || isOutside(path.normalize(file));
  return isElsewhere ? { file: given, why: "it isn't in the checkout" } : { file };
}

export function envFileText({ file, kind, servers, why }: EnvFileChange): string {
  const [name, readers] = [visible(maskTokens(file)), visible(maskTokens(andList(servers.map(quote))))];
  return why === undefined
    ? `${name} ${kind}, which "envFile" of ${readers} reads`
    : `${name}, which "envFile" of ${readers} reads: not known whether it changes, because ${why}`;
}
