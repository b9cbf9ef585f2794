/** Writing a file only if its name is free: between a look and a write, another window may take the name. */
import { rm, writeFile } from 'node:fs/promises';
import { type Uri, workspace } from 'vscode';

/** @returns false if the file exists already; nothing is written then */
export async function writeNew(file: Uri, bytes: Uint8Array): Promise<boolean> {
  if (file.scheme !== 'file') return writeUnlessThere(file, bytes);
  try {
    await writeFile(file.fsPath, bytes, { flag: 'wx' });
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    // A full disk leaves a part of the file, which is of no use.
    await rm(file.fsPath, { force: true });
    throw error;
  }
}

/** VS Code's file system has no exclusive write. */
async function writeUnlessThere(file: Uri, bytes: Uint8Array): Promise<boolean> {
  const exists = await Promise.resolve(workspace.fs.stat(file)).then(
    () => true,
    () => false,
  );
  if (!exists) await workspace.fs.writeFile(file, bytes);
  return !exists;
}
