/** Links and paths of a repository that lead out of it, to files that its author may not see or change. */

import { readlinkSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { attempt } from '../../../common/attempt.ts';

/** True if a file is outside of a folder once all links are resolved, or would be if a write created it. */
export function leadsOutside(file: string, folder: string): boolean {
  try {
    return isOutside(path.relative(realpathSync.native(folder), resolveLinks(file)));
  } catch (error) {
    // The folder doesn't exist, there is a cycle of links, or a folder can't be opened: the file can't be read either. If
    // anything else fails, such as resolving a path that becomes too long, the file may still be readable.
    return !['ENOENT', 'ENOTDIR', 'ELOOP', 'EACCES', 'EPERM'].includes((error as NodeJS.ErrnoException).code ?? '');
  }
}

/** @param relative path from a folder */
export function isOutside(relative: string): boolean {
  return relative.split(path.sep)[0] === '..' || path.isAbsolute(relative);
}

/** Resolves all links in a path, whether or not the file exists. */
export function resolveLinks(file: string): string {
  try {
    return realpathSync.native(file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    const folder = resolveLinks(path.dirname(file));
    const link = attempt(() => readlinkSync(file));
    return link === undefined ? path.join(folder, path.basename(file)) : resolveLinks(path.resolve(folder, link));
  }
}
