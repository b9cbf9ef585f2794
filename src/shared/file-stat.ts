/** Metadata of files that may not exist. */
import { type FileStat, type Uri, workspace } from 'vscode';

/** Returns undefined if there's no such file or folder, or if it can't be accessed. */
export async function statIfExists(uri: Uri): Promise<FileStat | undefined> {
  try {
    return await workspace.fs.stat(uri);
  } catch {
    return undefined;
  }
}
