/** Read-only access to the machine: its files, and programs and variables by name. */

import fs from 'node:fs';
import path from 'node:path';
import { attempt } from '../../common/attempt.ts';
import { isRecord } from '../../common/guards.ts';
import { type Machine, switchesOn } from '../config/platform.ts';
import { diskFiles, readText, systemPathOf } from '../files/disk.ts';
import type { Names } from '../rules/context.ts';
import { policySources, vendorFolders } from './policies/policy-files.ts';

/** Returns the names of this process's environment variables, which are case-insensitive on Windows. */
export function environmentNames(): Names {
  const names = new Set(Object.keys(process.env));
  if (process.platform !== 'win32') return names;
  const capitals = new Set(Array.from(names, (name) => name.toUpperCase()));
  return { has: (name) => capitals.has(name.toUpperCase()) };
}

const programFolders = (): readonly string[] =>
  [...new Set((process.env.PATH ?? '').split(path.delimiter))].filter((folder) => folder !== '');

const programEndings = (): readonly string[] => (process.env.PATHEXT ?? '.EXE;.CMD;.BAT').split(';');

function programFile(name: string): string | undefined {
  // Windows runs no file without an ending.
  const endings = process.platform === 'win32' ? programEndings() : [''];
  const found = filesOf(name, endings).find((file) => path.isAbsolute(file) && isProgram(file));
  return found && path.normalize(found);
}

function hasCommand(name: string): boolean {
  const endings = process.platform === 'win32' ? ['', ...programEndings()] : [''];
  return filesOf(name, endings).some(isProgram);
}

/** Paths aren't normalized, which takes longer than asking for the file. */
const filesOf = (name: string, endings: readonly string[]): readonly string[] =>
  programFolders().flatMap((folder) => endings.map((ending) => folder + path.sep + name + ending));

function isProgram(file: string): boolean {
  const isFile = attempt(() => {
    // Most files that are asked for are missing, and an exception takes longer than the system call.
    if (fs.statSync(file, { throwIfNoEntry: false })?.isFile() !== true) return false;
    fs.accessSync(file, process.platform === 'win32' ? fs.constants.F_OK : fs.constants.X_OK);
    return true;
  });
  return isFile === true;
}

/** Windows runs files by their ending. Whether it runs others isn't known. */
function mayRun(uri: string): boolean | undefined {
  const file = systemPathOf(uri);
  if (file === undefined || diskFiles.kind(uri) !== 'file') return undefined;
  if (process.platform !== 'win32') return isProgram(file);
  const ending = path.extname(file).toUpperCase();
  return programEndings().some((each) => each.toUpperCase() === ending) || undefined;
}

/** Returns the version in Oh My Pi's npm package, which is above the program or next to its shim on Windows. */
function installedOhMyPi(): string | undefined {
  for (const folder of programFolders()) {
    const beside = packageVersion(path.join(folder, 'node_modules', agentPackage));
    if (beside !== undefined) return beside;
    const program = path.join(folder, 'omp');
    let at = fs.existsSync(program) ? attempt(() => fs.realpathSync(program)) : undefined;
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
  const file = path.join(folder, 'package.json');
  // Nearly all are missing, and an exception takes longer.
  if (!fs.existsSync(file)) return undefined;
  const content: unknown = attempt(() => JSON.parse(readText(file)));
  if (!isRecord(content) || content.name !== agentPackage) return undefined;
  return typeof content.version === 'string' ? content.version : undefined;
}

export const machine: Machine = {
  files: diskFiles,
  hasCommand,
  programFile,
  mayRun,
  variables: () => Object.keys(process.env).sort(),
  folderVariable: (name) => process.env[name],
  contentVariable: (name) => process.env[name],
  isSwitchedOn: (name) => switchesOn(name, process.env[name]),
  addedSettings: () => (process.env.PI_CONFIG_FILES ?? '').split(path.delimiter).filter(path.isAbsolute),
  policySources: (named) => [
    ...(named === undefined ? [] : [[named]]),
    ...policySources(vendorFolders(process.platform, process.env.ProgramFiles)),
  ],
  installedOhMyPi,
};
