/** Searches for config files without limits, because a silently omitted file would count as checked. */
import { findConfigFiles } from '../machine.ts';
import { causeOf } from './file-error.ts';

/** Returns URIs, sorted. @param warn called for each folder that can't be read */
export async function findAllConfigs(folder: string, warn: (text: string) => void): Promise<readonly string[]> {
  const unlimited = Number.POSITIVE_INFINITY;
  const found = await findConfigFiles(folder, { folders: unlimited, depth: unlimited }, (at, error) =>
    warn(unreadableFolder(at, error)),
  );
  return found.toSorted();
}

/** Returns the warning for a folder that can't be read. */
export const unreadableFolder = (folder: string, { code }: NodeJS.ErrnoException): string =>
  `${folder}: ${causeOf(code)}. Config files in this folder are missing.`;
