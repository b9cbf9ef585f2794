/** Which files a command line means. */
import { constants, type Stats } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { glob, isDynamicPattern } from 'tinyglobby';
import { machine } from '../machine.ts';
import { causeOf, FileError } from './file-error.ts';
import { UsageError } from './options.ts';
import type { Project } from './project.ts';

/** Bytes; what the server reads too. */
const sizeLimit = 20_000_000;

/** A link to a folder may lead out of what was named. */
const searching = { absolute: true, dot: true, followSymbolicLinks: false, ignore: ['**/node_modules/**'] };

/**
 * Absolute paths, in the order of the command line, each once.
 * @throws UsageError where a path names nothing
 */
export async function filesOf(project: Project, paths: readonly string[]): Promise<readonly string[]> {
  const found = new Set<string>();
  if (paths.length === 0)
    for (const uri of await project.workspace.configFiles()) {
      // The user's own files belong to the picture, but not to the project.
      if (project.workspace.level(uri) !== 'user') found.add(fileURLToPath(uri));
    }
  for (const one of paths) for (const file of await filesAt(project, one)) found.add(file);
  return [...found];
}

async function filesAt(project: Project, given: string): Promise<readonly string[]> {
  const full = path.resolve(project.cwd, given);
  const status = await stat(full).catch(() => undefined);
  if (status?.isDirectory() === true) return inFolder(project, full, given);
  if (status !== undefined) return [full];
  const matches = isDynamicPattern(given) ? await glob(given, { ...searching, cwd: project.cwd }) : [];
  if (matches.length === 0) throw new UsageError(`${given}: no such file or folder.`);
  return matches.toSorted().map((file) => path.normalize(file));
}

/** The config files of a folder. One that holds none is a collection of them: every .json in it is taken. */
async function inFolder({ workspace }: Project, folder: string, given: string): Promise<readonly string[]> {
  const named = await machine.files.find(pathToFileURL(folder).href);
  const own = named.filter((uri) => workspace.level(uri) !== undefined).map((uri) => fileURLToPath(uri));
  if (own.length > 0) return own.toSorted();
  const others = await glob('**/*.json', { ...searching, cwd: folder });
  if (others.length === 0) throw new UsageError(`${given}: no config files found in this folder.`);
  return others.toSorted().map((file) => path.normalize(file));
}

/**
 * The text of a config file.
 * @throws FileError where it is not there, not a regular file, not UTF-8, or larger than 20 MB; nothing of it is read then
 */
export async function readConfig(file: string): Promise<string> {
  try {
    const status = await stat(file);
    assertReadable(file, status);
    // Opened without waiting, in case a pipe has taken its place meanwhile.
    const handle = await open(file, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    try {
      assertReadable(file, await handle.stat());
      return decodeConfig(await handle.readFile(), file);
    } finally {
      await handle.close();
    }
  } catch (error) {
    if (error instanceof FileError) throw error;
    const { code } = error as NodeJS.ErrnoException;
    throw new FileError(`Couldn't read ${file}: ${causeOf(code)}.`, code);
  }
}

function assertReadable(file: string, status: Stats): void {
  if (!status.isFile()) throw new FileError(`Couldn't read ${file}: not a regular file.`);
  if (status.size > sizeLimit)
    throw new FileError(`Couldn't read ${file}: the file is larger than ${sizeLimit / 1_000_000} MB.`);
}

/** @throws FileError if the bytes are not UTF-8 */
export function decodeConfig(bytes: Uint8Array, name: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new FileError(`Couldn't read ${name}: not valid UTF-8.`);
  }
}
