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
  const linked = linkedFolder(root, files);
  if (linked === undefined) return { root, main: root };
  if (files.kind(linked) === undefined) return { root, main: root, isBroken: true };
  const { common, isListed } = commonFolder(root, linked, files) ?? {};
  if (common === undefined) return { root, main: root };
  const main = baseName(common) === '.git' ? parentUri(common) : undefined;
  if (isListed !== true) return { root, main: root, claimed: main ?? common };
  return main === undefined ? { root, main, bare: common } : { root, main };
}

/**
 * Returns the folder of the repository to which a worktree says that it belongs; undefined for other checkouts. Git keeps a
 * worktree in `worktrees` of that folder, with the path of its `.git`: without both, which `isListed` tells, anyone could
 * claim the decisions about another repository.
 * @param folder the one to which its `.git` leads
 */
function commonFolder(
  root: string,
  folder: string,
  files: FileLooks,
): { readonly common: string; readonly isListed: boolean } | undefined {
  const link = childUri(root, '.git');
  const common = pathIn(line(childUri(folder, 'commondir'), files), folder);
  const back = pathIn(line(childUri(folder, 'gitdir'), files), folder);
  if (common === undefined) return undefined;
  const isInList = uriKey(parentUri(folder)) === uriKey(childUri(common, 'worktrees'));
  const real = (uri: string): string => uriKey(files.real?.(uri) ?? uri);
  return { common, isListed: isInList && back !== undefined && real(back) === real(link) };
}

/** Returns the Git folder to which the `.git` of a checkout leads; undefined if that is the folder itself. */
const linkedFolder = (root: string, files: FileLooks): string | undefined =>
  pathIn(line(childUri(root, '.git'), files)?.match(/^gitdir: (.*)$/)?.[1], root);

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
