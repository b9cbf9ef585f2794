/** The one way to run programs of the system, such as Git: never one of the folder in which they run. */
import { spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { attempt } from '../attempt.ts';

interface RunOptions {
  /** Absolute path. A program in it is never run. */
  readonly cwd?: string;
  readonly input?: string;
  /** In bytes. */
  readonly maxOutput?: number;
  /** Set in addition to the variables of this process. */
  readonly environment?: Readonly<Record<string, string>>;
}

interface RanProgram {
  /** Undefined if the program failed. */
  readonly output: Buffer | undefined;
  readonly errors: string;
  /** False if there is no such program. */
  readonly isInstalled: boolean;
}

/** Runs a program to its end. @param name without a folder and, on Windows, without `.exe` */
export function runProgram(name: string, args: readonly string[], options: RunOptions = {}): RanProgram {
  const { cwd, input = '', maxOutput = 100_000_000, environment } = options;
  const file = systemProgram(name, cwd);
  if (file === undefined) return { output: undefined, errors: '', isInstalled: false };
  const { status, stdout, stderr } = spawnSync(file, args, {
    cwd,
    input,
    maxBuffer: maxOutput,
    env: { ...plainEnvironment(), ...environment },
    windowsHide: true,
  });
  return { output: status === 0 ? stdout : undefined, errors: stderr?.toString() ?? '', isInstalled: true };
}

/**
 * Returns the absolute path of a program. Folders of packages don't count, because npm adds those of a checkout to `PATH`;
 * nor do relative folders.
 */
export function systemProgram(name: string, cwd?: string): string | undefined {
  const isWindows = process.platform === 'win32';
  return (process.env.PATH ?? '')
    .split(path.delimiter)
    .filter((folder) => path.isAbsolute(folder) && !isUntrusted(folder, cwd))
    .map((folder) => path.join(folder, isWindows ? `${name}.exe` : name))
    .find((file) => attempt(() => statSync(file))?.isFile() === true);
}

function isUntrusted(folder: string, cwd: string | undefined): boolean {
  if (folder.split(/[\\/]/).includes('node_modules')) return true;
  return cwd !== undefined && !path.relative(cwd, folder).startsWith('..');
}

/** Variables of Git name other repositories, configurations, and programs. A hook, for example, has them. */
function plainEnvironment(): NodeJS.ProcessEnv {
  const entries = Object.entries(process.env).filter(([name]) => !/^GIT_/i.test(name));
  return { ...Object.fromEntries(entries), NoDefaultCurrentDirectoryInExePath: '1' };
}
