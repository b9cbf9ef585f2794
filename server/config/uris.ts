/** Addresses of files, as far as the server puts them together and compares them. Nothing here touches a disk. */

import { pathOf } from '../../common/config-place.ts';
import { trimEndOf } from '../../common/trim.ts';

/** Two spellings of one address (`file:///C:/x`, `file:///c%3A/x`) have one key. */
export function uriKey(uri: string): string {
  const path = pathOf(uri);
  if (path === undefined) return uri;
  if (uri.startsWith('file:///') && uri.endsWith(path)) return `file://${trimEndOf(path, '/')}`;
  const { protocol, host } = new URL(uri);
  return `${protocol}//${host}${trimEndOf(path, '/')}`;
}

/** The address of something inside a folder; `relative` has forward slashes. */
export function childUri(folder: string, relative: string): string {
  if (nothingToEncode.test(relative)) return `${trimEndOf(folder, '/')}/${relative}`;
  return `${trimEndOf(folder, '/')}/${relative.split('/').map(encodeURIComponent).join('/')}`;
}

const nothingToEncode = /^[\w./~-]+$/;

/** The folder that a file or folder lies in. */
export function parentUri(uri: string): string {
  const plain = trimEndOf(uri, '/');
  const slash = plain.lastIndexOf('/');
  return slash < 0 ? plain : plain.slice(0, slash);
}

/** The address of a path as it looks in a URI: `/home/me`, `/c:/Users/me`. */
export function fileUri(path: string): string {
  return `file://${path.split('/').map(encodeURIComponent).join('/')}`;
}

/** True where `uri` is the folder or lies in it. */
export function isInside(uri: string, folder: string): boolean {
  const [inner, outer] = [uriKey(uri), uriKey(folder)];
  return inner === outer || inner.startsWith(`${outer}/`);
}

/** The last part of an address, readable. */
export function baseName(uri: string): string {
  const path = pathOf(uri) ?? uri;
  return path.slice(trimEndOf(path, '/').lastIndexOf('/') + 1);
}
