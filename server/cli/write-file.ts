/** Atomic writes of config files: at any moment, the file has either the old text or the new one. */
import { constants, type Stats } from 'node:fs';
import { type FileHandle, open, readFile, readlink, realpath, rename, stat, unlink } from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';
import { causeOf, FileError } from './file-error.ts';

/** Maximum number of links to follow, as on Linux, so that a cycle ends. */
const mostLinks = 40;

/**
 * Replaces the text of a file: writes a temporary file next to the real target, flushes it to disk, and renames it.
 * Preserves the mode, the owner (if permitted), and links.
 * @param file absolute path; links are followed
 * @param before expected content of the file; undefined to create the file
 * @throws FileError if it can't be written or its content has changed. The file is then unchanged.
 */
export async function writeAtomically(file: string, text: string, before: string | undefined): Promise<void> {
  try {
    await replace(await targetOf(file), Buffer.from(text), before);
  } catch (error) {
    if (error instanceof FileError) throw error;
    const { code } = error as NodeJS.ErrnoException;
    throw new FileError(`Couldn't write ${file}: ${causeOf(code)}. The file was not changed.`, code);
  }
}

async function replace(target: string, bytes: Buffer, before: string | undefined): Promise<void> {
  const status = await stat(target).catch(() => undefined);
  if (status !== undefined && !status.isFile()) throw new FileError(`Couldn't write ${target}: not a regular file.`);
  // Root may write to any file, and renaming only needs permission for the folder.
  if (status !== undefined && (status.mode & 0o222) === 0)
    throw new FileError(`Couldn't write ${target}: the file is read-only. Make it writable and try again.`, 'EACCES');
  const temporary = path.join(
    path.dirname(target),
    `.${path.basename(target).slice(0, 200)}.${process.pid}.${Date.now().toString(36)}.tmp`,
  );
  const handle = await open(
    temporary,
    constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL,
    status?.mode ?? 0o666,
  );
  try {
    try {
      await handle.writeFile(bytes);
      if (status !== undefined) await takeOver(handle, status);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await assertUnchanged(target, before);
    await rename(temporary, target);
  } catch (error) {
    await unlink(temporary).catch(() => undefined);
    throw error;
  }
  await syncFolder(path.dirname(target));
}

/** Resolves a chain of links, whether or not the target exists. */
async function targetOf(file: string): Promise<string> {
  let target = file;
  for (let step = 0; step < mostLinks; step++) {
    const link = await readlink(target).catch(() => undefined);
    if (link === undefined) return path.join(await realpath(path.dirname(target)), path.basename(target));
    target = path.resolve(path.dirname(target), link);
  }
  throw Object.assign(new Error('too many links'), { code: 'ELOOP' });
}

async function takeOver(handle: FileHandle, { mode, uid, gid }: Stats): Promise<void> {
  // Only root may change the owner. The mode is set last, because changing the owner clears parts of it.
  await handle.chown(uid, gid).catch(() => undefined);
  await handle.chmod(mode & 0o7777);
}

async function assertUnchanged(target: string, before: string | undefined): Promise<void> {
  const now = await readFile(target, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (now !== before)
    throw new FileError(`Couldn't write ${target}: the file was changed by another program. Try again.`);
}

/** Flushes the folder, so that the new name survives a power loss. Not every system can open a folder. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r').catch(() => undefined);
  await handle?.sync().catch(() => undefined);
  await handle?.close();
}
