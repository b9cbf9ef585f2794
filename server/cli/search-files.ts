/** Searches for files with glob patterns. */
import path from 'node:path';
import { glob } from 'tinyglobby';

/** Links aren't followed, because they can lead outside of the given folder. */
const options = { absolute: true, dot: true, followSymbolicLinks: false, ignore: ['**/node_modules/**'] };

/** Returns absolute paths. @param folder to which the patterns are relative */
export async function searchFiles(patterns: string | readonly string[], folder: string): Promise<readonly string[]> {
  return (await glob(patterns, { ...options, cwd: folder })).map((file) => path.normalize(file));
}
