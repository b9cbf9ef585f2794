/** Which files a command line means. */
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { glob, isDynamicPattern } from 'tinyglobby';
import { configLevel } from '../../common/config-place.ts';
import { machine } from '../machine.ts';
import { Misuse } from './order.ts';
import type { Project } from './project.ts';

/** Bytes; what the server reads too. */
const sizeLimit = 20_000_000;

/**
 * Absolute paths, in the order of the command line, each once.
 * @throws Misuse where a path names nothing
 */
export async function filesOf(project: Project, paths: readonly string[]): Promise<readonly string[]> {
  const found = new Set<string>();
  if (paths.length === 0)
    for (const uri of await project.workspace.configFiles()) {
      // The user's own files belong to the picture, but not to the project.
      if (configLevel(uri, project.workspace.folders) !== 'user') found.add(fileURLToPath(uri));
    }
  for (const one of paths) for (const file of await filesAt(project, one)) found.add(file);
  return [...found];
}

async function filesAt(project: Project, given: string): Promise<readonly string[]> {
  const full = path.resolve(project.cwd, given);
  const status = await stat(full).catch(() => undefined);
  if (status?.isDirectory() === true) return inFolder(project, full, given);
  if (status !== undefined) return [full];
  const matches = isDynamicPattern(given)
    ? await glob(given, { cwd: project.cwd, absolute: true, dot: true, ignore: ['**/node_modules/**'] })
    : [];
  if (matches.length === 0) throw new Misuse(`${given}: there is no such file or folder.`);
  return matches.toSorted().map((file) => path.normalize(file));
}

/** The config files of a folder. One that holds none is a collection of them: every .json in it is taken. */
async function inFolder({ workspace }: Project, folder: string, given: string): Promise<readonly string[]> {
  const named = await machine.files.find(pathToFileURL(folder).href);
  const own = named.filter((uri) => configLevel(uri, workspace.folders) !== undefined).map((uri) => fileURLToPath(uri));
  if (own.length > 0) return own.toSorted();
  const others = await glob('**/*.json', { cwd: folder, absolute: true, dot: true, ignore: ['**/node_modules/**'] });
  if (others.length === 0) throw new Misuse(`${given}: there is no config file in this folder.`);
  return others.toSorted().map((file) => path.normalize(file));
}

/** A file cannot be read; the message says which and why. */
export class Unreadable extends Error {
  override readonly name = 'Unreadable';
  /** The system's name of the cause. */
  readonly code: string | undefined;

  constructor(message: string, code?: string) {
    super(message);
    this.code = code;
  }
}

/**
 * The text of a config file.
 * @throws Unreadable where it is not there, no UTF-8, or has more than 20 MB
 */
export async function readConfig(file: string): Promise<string> {
  const bytes = await readFile(file).catch((error: NodeJS.ErrnoException) => {
    throw new Unreadable(`${file}: cannot be read (${error.code}).`, error.code);
  });
  if (bytes.length > sizeLimit) throw new Unreadable(`${file}: larger than ${sizeLimit / 1_000_000} MB.`);
  return decodeConfig(bytes, file);
}

/** @throws Unreadable where the bytes are no UTF-8 */
export function decodeConfig(bytes: Uint8Array, name: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new Unreadable(`${name}: is not UTF-8.`);
  }
}
