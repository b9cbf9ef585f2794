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
  /** Relative to the checkout. */
  readonly file: string;
  readonly kind: PropertyChange['kind'];
  /** Names of the servers that get its variables. */
  readonly servers: readonly string[];
}

/** Reads a file of the checkout before and now; undefined if Git doesn't have it there. */
export type ReadBothSides = (file: string) => readonly [before: string | undefined, after: string | undefined];

export function envFileChanges({ servers }: Scan, read: ReadBothSides): readonly EnvFileChange[] {
  const named = servers.flatMap((each) => {
    const file = envFileOf(each);
    return file === undefined ? [] : [{ file, server: each.server.name }];
  });
  return Array.from(groupBy(named, ({ file }) => file)).flatMap(([file, all]): readonly EnvFileChange[] => {
    const [before, after] = read(file);
    if (before === after) return [];
    const kind = before === undefined ? 'added' : after === undefined ? 'removed' : 'changed';
    return [{ file, kind, servers: [...new Set(all.map(({ server }) => server))] }];
  });
}

/** Returns undefined for a file outside of the checkout, and for a path with other variables. */
function envFileOf({ server, entry }: ScannedServer): string | undefined {
  const written = stringValue(memberValue(entry, 'envFile'))?.replace(/^\$\{workspaceFolder\}[\\/]/, '');
  if (written === undefined || written === '' || written.includes('${')) return undefined;
  const file = path.posix.join(placeOfFile(server.file)?.project ?? '', written.replaceAll('\\', '/'));
  return path.isAbsolute(written) || isOutside(path.normalize(file)) ? undefined : file;
}

export const envFileText = ({ file, kind, servers }: EnvFileChange): string =>
  `${visible(maskTokens(file))} ${kind}, which "envFile" of ${visible(maskTokens(andList(servers.map(quote))))} reads`;
