/** Links and paths of a repository that lead out of it, to files that its author may not see or change. */
import { lstatSync, realpathSync } from 'node:fs';
import path from 'node:path';

/**
 * True if a file is outside of a folder once all links are resolved. A link to a file that doesn't exist counts as
 * outside, because a write would create the file there.
 */
export function leadsOutside(file: string, folder: string): boolean {
  try {
    return isOutside(path.relative(realpathSync.native(folder), realpathSync.native(file)));
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT' && isLink(file);
  }
}

/** @param relative path from a folder */
export function isOutside(relative: string): boolean {
  return relative.split(path.sep)[0] === '..' || path.isAbsolute(relative);
}

const isLink = (file: string): boolean => lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink() === true;

/** Returns the warning for a file that isn't read because it leads outside. */
export const skippedLink = (file: string): string =>
  `${file}: skipped, because it's a link that leads outside the project. To include it, name it.`;
