/** Builds and compares URIs of files. Doesn't access the disk. */

import { pathOf } from '../../common/messages/config-place.ts';
import { remembered } from '../../common/remembered.ts';
import { trimEndOf } from '../../common/text/trim.ts';

/** Returns the same key for all spellings of a URI (`file:///C:/x`, `file:///c%3A/x`). */
export function uriKey(uri: string): string {
  const path = pathOf(uri);
  if (path === undefined) return uri;
  if (uri.startsWith('file:///') && uri.endsWith(path)) return `file://${trimEndOf(path, '/')}`;
  const { protocol, host } = new URL(uri);
  return `${protocol}//${host}${trimEndOf(path, '/')}`;
}

/** Returns the URI of a path in a folder. `relative` has forward slashes. */
export function childUri(folder: string, relative: string): string {
  // Encoding takes longer than this test, and nearly no path needs it.
  if (/^[\w./-]*$/.test(relative)) return `${trimEndOf(folder, '/')}/${relative}`;
  return `${trimEndOf(folder, '/')}/${relative.split('/').map(encodeURIComponent).join('/')}`;
}

/** Returns the folder that contains a file or folder. */
export function parentUri(uri: string): string {
  const plain = trimEndOf(uri, '/');
  const slash = plain.lastIndexOf('/');
  return slash < 0 ? plain : plain.slice(0, slash);
}

/** Returns the URI of a decoded URI path: `/home/me`, `/c:/Users/me`. */
export function fileUri(path: string): string {
  return `file://${path.split('/').map(encodeURIComponent).join('/')}`;
}

const variableScheme = 'env:';

/** Returns the URI of the value of an environment variable. */
export const variableUri = (name: string): string => variableScheme + name;

/** Returns the name of the variable in such a URI; undefined for a file. */
export const variableOf = (uri: string): string | undefined =>
  uri.startsWith(variableScheme) ? uri.slice(variableScheme.length) : undefined;

/** True if `uri` is the folder or inside it. */
export function isInside(uri: string, folder: string): boolean {
  const [inner, outer] = [uriKey(uri), uriKey(folder)];
  return inner === outer || inner.startsWith(`${outer}/`);
}

/** The folders of a list by their keys, because a workspace with many folders is asked for each of its files. */
const foldersByKey = new WeakMap<readonly string[], ReadonlyMap<string, string>>();

/** Returns the innermost of the folders that contain a URI. */
export function innermostFolder(uri: string, folders: readonly string[]): string | undefined {
  const byKey = remembered(foldersByKey, folders, () => new Map(folders.map((folder) => [uriKey(folder), folder])));
  for (let key = uriKey(uri); ; key = key.slice(0, key.lastIndexOf('/'))) {
    const folder = byKey.get(key);
    if (folder !== undefined || !key.includes('/')) return folder;
  }
}

/** True for a file in TOML. Others are in JSON. */
export const isTomlUri = (uri: string): boolean => uri.endsWith('.toml');

/** Returns the last segment of a URI, decoded. */
export function baseName(uri: string): string {
  const path = pathOf(uri) ?? uri;
  return path.slice(trimEndOf(path, '/').lastIndexOf('/') + 1);
}
