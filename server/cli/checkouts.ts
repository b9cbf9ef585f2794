/** Finds the checkouts in a folder: a folder with `.git`, or one that has config files. */
import type { Dirent } from 'node:fs';
import { access, readdir } from 'node:fs/promises';
import path from 'node:path';
import { type ToolFiles, toolFiles } from '../../common/tool-files.ts';
import { dependencyFolders } from '../machine.ts';

export interface Checkout {
  /** Absolute path. */
  readonly folder: string;
  /** True if config files in subfolders also belong to the checkout. */
  readonly deep: boolean;
}

/** Project files of all tools, by the first segment of their path. */
const projectFiles = new Map<string, string[]>();
for (const file of ['mcp.json', '.mcp.json', '.omp/mcp.json', '.omp/.mcp.json', ...toolFiles.flatMap(inProject)]) {
  const first = file.split('/', 1)[0] ?? '';
  projectFiles.set(first, [...(projectFiles.get(first) ?? []), file]);
}

function inProject({ project = [] }: ToolFiles): readonly string[] {
  return project;
}

const depthLimit = 8;

/**
 * Finds checkouts, sorted by name within each folder. Symbolic links aren't followed, and a folder with `.git` isn't
 * searched for nested checkouts.
 * @param folder absolute path
 */
export async function* checkoutsIn(folder: string, depth = 0): AsyncGenerator<Checkout> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((): Dirent[] => []);
  if (entries.some(({ name }) => name === '.git')) return yield { folder, deep: true };
  if (await hasConfigFile(folder, entries)) yield { folder, deep: false };
  if (depth >= depthLimit) return;
  const isSearched = (name: string): boolean => !dependencyFolders.has(name) && !projectFiles.has(name);
  const folders = entries.filter((entry) => entry.isDirectory() && isSearched(entry.name));
  for (const { name } of folders.toSorted((one, other) => (one.name < other.name ? -1 : 1)))
    yield* checkoutsIn(path.join(folder, name), depth + 1);
}

async function hasConfigFile(folder: string, entries: readonly Dirent[]): Promise<boolean> {
  for (const { name } of entries)
    for (const file of projectFiles.get(name) ?? []) {
      const isThere = await access(path.join(folder, file)).then(
        () => true,
        () => false,
      );
      if (isThere) return true;
    }
  return false;
}
