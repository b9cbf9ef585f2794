/** Read-only access to the machine: files and folders by URI, programs and variables by name. */

import type { Dirent } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { attempt } from '../common/attempt.ts';
import { isConfigName, plainFilePath } from '../common/config-place.ts';
import { isRecord } from '../common/guards.ts';
import type { Files, Platform } from './config/platform.ts';
import { childUri } from './config/uris.ts';
import { policySources, vendorFolders } from './policy-files.ts';
import { readRegularFile } from './regular-file.ts';
import type { Names } from './rules/context.ts';

/**
 * Not imported, and neither is `process`: an import reads all properties of a Node.js module, and some of these create
 * streams that aren't needed. That would take a quarter of the time to the first diagnostics.
 */
const fs = process.getBuiltinModule('node:fs');

/** Folders of packages and of version control. A search for checkouts skips only these. */
export const dependencyFolders: ReadonlySet<string> = new Set(['node_modules', '.git', '.hg', '.svn', '.venv', 'venv']);
/** Skipped in a search for config files. */
const skippedFolders: ReadonlySet<string> = new Set([...dependencyFolders, 'dist', 'build', 'target']);

/** Bytes. A config file of 10,000 servers has 2 MB. */
const readLimit = 20_000_000;

/** Returns the system path of a file URI; undefined if it doesn't refer to a file on this system. */
export function systemPathOf(uri: string): string | undefined {
  const plain = path.sep === '/' ? plainFilePath(uri) : undefined;
  if (plain !== undefined) return plain;
  return uri.startsWith('file:') ? attempt(() => fileURLToPath(uri)) : undefined;
}

/** Reads from the disk. Any failure counts as a missing file. */
function look<T>(uri: string, at: (file: string) => T): T | undefined {
  const file = systemPathOf(uri);
  return file === undefined ? undefined : attempt(() => at(file));
}

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function readText(file: string): string | undefined {
  const bytes = readRegularFile(file, readLimit);
  return typeof bytes === 'string' ? undefined : decoder.decode(bytes);
}

const files: Files = {
  read: (uri) => look(uri, readText),
  stamp: (uri) =>
    look(uri, (file) => {
      // Most requested files don't exist, and an exception takes longer than the system call.
      const status = fs.statSync(file, { throwIfNoEntry: false });
      return status && `${status.mtimeMs} ${status.size} ${status.ino}`;
    }),
  kind: (uri) =>
    look(uri, (file) => {
      const status = fs.statSync(file);
      return status.isDirectory() ? 'folder' : 'file';
    }),
  folders: (uri) =>
    look(uri, (file) =>
      fs
        .readdirSync(file, { withFileTypes: true })
        .flatMap((entry) => (entry.isDirectory() ? [entry.name] : []))
        .sort(),
    ) ?? [],
  find: (folder) => findConfigFiles(folder, { folders: 3000, depth: 8 }),
};

/** Called for a folder that can't be read. */
export type FindWarning = (folder: string, error: NodeJS.ErrnoException) => void;

/** Returns URIs, sorted by depth. Symbolic links aren't followed. @param max number of folders to read, and their depth */
export async function findConfigFiles(
  folder: string,
  max: { readonly folders: number; readonly depth: number },
  warn: FindWarning = () => undefined,
): Promise<readonly string[]> {
  const found: string[] = [];
  const folders = [{ uri: folder, depth: 0 }];
  // Also iterates over the folders that are added meanwhile.
  for (const { uri, depth } of folders) {
    const at = systemPathOf(uri);
    const entries = at === undefined ? [] : await readFolder(at, warn);
    for (const entry of entries) {
      if (entry.isFile() && isConfigName(entry.name)) found.push(childUri(uri, entry.name));
      const hasRoom = depth < max.depth && folders.length < max.folders;
      if (hasRoom && entry.isDirectory() && !skippedFolders.has(entry.name))
        folders.push({ uri: childUri(uri, entry.name), depth: depth + 1 });
    }
  }
  return found;
}

/** Returns the entries of a folder; none if it can't be read. */
export async function readFolder(folder: string, warn: FindWarning): Promise<readonly Dirent[]> {
  try {
    return await fs.promises.readdir(folder, { withFileTypes: true });
  } catch (error) {
    // It may have been deleted meanwhile. A name with U+FFFD isn't UTF-8, and the folder can't be opened by that name.
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || folder.includes('\ufffd'))
      warn(folder, error as NodeJS.ErrnoException);
    return [];
  }
}

/** Returns the names of this process's environment variables, which are case-insensitive on Windows. */
export function environmentNames(): Names {
  const names = new Set(Object.keys(process.env));
  if (process.platform !== 'win32') return names;
  const capitals = new Set(Array.from(names, (name) => name.toUpperCase()));
  return { has: (name) => capitals.has(name.toUpperCase()) };
}

const programFolders = (): readonly string[] =>
  (process.env.PATH ?? '').split(path.delimiter).filter((folder) => folder !== '');

function hasCommand(name: string): boolean {
  const endings = process.platform === 'win32' ? ['', ...(process.env.PATHEXT ?? '.EXE;.CMD;.BAT').split(';')] : [''];
  return programFolders().some((folder) => endings.some((ending) => isProgram(path.join(folder, name + ending))));
}

function isProgram(file: string): boolean {
  const isFile = attempt(() => {
    fs.accessSync(file, process.platform === 'win32' ? fs.constants.F_OK : fs.constants.X_OK);
    return fs.statSync(file).isFile();
  });
  return isFile === true;
}

/** Returns the version in the agent's npm package, which is above the program or next to its shim on Windows. */
function installedAgent(): string | undefined {
  for (const folder of programFolders()) {
    const beside = packageVersion(path.join(folder, 'node_modules', agentPackage));
    if (beside !== undefined) return beside;
    let at = attempt(() => fs.realpathSync(path.join(folder, 'omp')));
    for (let up = 0; at !== undefined && up < 4; up++) {
      at = path.dirname(at);
      const version = packageVersion(at);
      if (version !== undefined) return version;
    }
  }
  return undefined;
}

const agentPackage = '@oh-my-pi/pi-coding-agent';

function packageVersion(folder: string): string | undefined {
  const content: unknown = attempt(() => JSON.parse(readText(path.join(folder, 'package.json')) ?? '{}'));
  if (!isRecord(content) || content.name !== agentPackage) return undefined;
  return typeof content.version === 'string' ? content.version : undefined;
}

export const machine: Platform = {
  files,
  hasCommand,
  variables: () => Object.keys(process.env).sort(),
  folderVariable: (name) => process.env[name],
  addedSettings: () => (process.env.PI_CONFIG_FILES ?? '').split(path.delimiter).filter(path.isAbsolute),
  policySources: (named) => [
    ...(named === undefined ? [] : [[named]]),
    ...policySources(vendorFolders(process.platform, process.env.ProgramFiles)),
  ],
  installedAgent,
};
