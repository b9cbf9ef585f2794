/** The Git repository around a folder, and the main checkout of a worktree. Reads only what Git reads. */
import { pathOf } from '../../common/messages/config-place.ts';
import type { Repository } from '../config/servers/sources.ts';
import { isThere } from '../files/files.ts';
import type { FileLooks } from '../files/remembered-files.ts';
import { baseName, childUri, fileUri, parentUri, uriKey } from '../files/uris.ts';

/** More parent folders aren't searched. */
const depthLimit = 40;

/** The files with which Git links a worktree have one line. */
const lineLimit = 4096;

/** Returns the innermost folder at or above a folder that has one of these names. */
export function folderWith(folder: string, names: readonly string[], files: FileLooks): string | undefined {
  let at = folder;
  for (let up = 0; up < depthLimit && pathOf(at) !== '' && pathOf(at) !== '/'; up++) {
    const here = at;
    if (names.some((name) => isThere(files.kind(childUri(here, name))))) return at;
    at = parentUri(at);
  }
  return undefined;
}

/** Returns the repository that contains a folder; undefined if it isn't in one. */
export function repositoryOf(folder: string, files: FileLooks): Repository | undefined {
  const root = folderWith(folder, ['.git'], files);
  if (root === undefined) return undefined;
  const common = commonFolder(root, files);
  if (common === undefined) return { root, main: root };
  return baseName(common) === '.git' ? { root, main: parentUri(common) } : { root, main: undefined, bare: common };
}

/**
 * Returns the folder of the repository to which a worktree belongs; undefined for other checkouts. Git keeps a worktree
 * in `worktrees` of that folder, with the path of its `.git`: without both, anyone could claim the decisions about another
 * repository.
 */
function commonFolder(root: string, files: FileLooks): string | undefined {
  const link = childUri(root, '.git');
  if (files.kind(link) !== 'file') return undefined;
  const folder = pathIn(line(link, files)?.match(/^gitdir: (.*)$/)?.[1], root);
  if (folder === undefined) return undefined;
  const common = pathIn(line(childUri(folder, 'commondir'), files), folder);
  const back = pathIn(line(childUri(folder, 'gitdir'), files), folder);
  if (common === undefined || back === undefined) return undefined;
  const isListed = uriKey(parentUri(folder)) === uriKey(childUri(common, 'worktrees'));
  const real = (uri: string): string => uriKey(files.real?.(uri) ?? uri);
  return isListed && real(back) === real(link) ? common : undefined;
}

/** Returns the first line of a file; undefined if it's longer than Git's. */
function line(uri: string, files: FileLooks): string | undefined {
  const text = files.kind(uri) === 'file' ? files.read(uri) : undefined;
  return text === undefined || text.length > lineLimit ? undefined : text.split(/\r?\n/, 1)[0];
}

/** Returns the URI of a path that is relative to a folder, or absolute. */
function pathIn(path: string | undefined, folder: string): string | undefined {
  if (path === undefined || path === '' || path.includes('\0')) return undefined;
  const plain = path.replaceAll('\\', '/');
  const parts = /^(?:\/|[A-Za-z]:\/)/.test(plain) ? plain.split('/') : `${pathOf(folder) ?? ''}/${plain}`.split('/');
  const kept: string[] = [];
  for (const part of parts)
    if (part === '..') kept.pop();
    else if (part !== '' && part !== '.') kept.push(part);
  return fileUri(`/${kept.join('/')}`);
}
