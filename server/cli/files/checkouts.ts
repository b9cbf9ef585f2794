/** Searches folders without a limit on their number: a silently omitted file would count as checked. */
import { type Dirent, existsSync, statSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { attempt } from '../../../common/attempt.ts';
import { type ToolId, toolFiles } from '../../../common/generated/tools.ts';
import { groupBy } from '../../../common/group-by.ts';
import { isConfigName } from '../../../common/messages/config-place.ts';
import { dependencyFolders, type FindWarning, findConfigFiles, readFolder } from '../../files/disk.ts';
import { causeOf } from '../../files/file-error.ts';
import { childUri, parentUri } from '../../files/uris.ts';
import { UsageError } from '../arguments/options.ts';

/** Called for each folder that can't be read. */
type Warn = (text: string) => void;

const warningTo =
  (warn: Warn): FindWarning =>
  (folder, { code }) =>
    warn(`${folder}: ${causeOf(code)}. Config files in this folder are missing.`);

/** Returns the URIs of all config files in a folder, sorted. @param placed called with each file from which a tool reads servers */
export async function findAllConfigs(
  folder: string,
  warn: Warn,
  placed: (uri: string) => void,
): Promise<readonly string[]> {
  const isWanted = (uri: string, name: string): boolean => {
    if (filesByName.has(name) && placeOfFile(decodeURIComponent(uri.slice(folder.length + 1))) !== undefined)
      placed(uri);
    return isConfigName(name);
  };
  return (await findConfigFiles(folder, { warn: warningTo(warn), isWanted })).toSorted();
}

/** A file with servers, by its path in a checkout. */
interface PlacedFile {
  /** Path of the folder in which an agent reads it, empty for the checkout itself. */
  readonly project: string;
  /** Undefined for a file with the name of Oh My Pi's. */
  readonly dialect: ToolId | undefined;
}

/** Returns where a file belongs; undefined if no tool reads servers from such a file. @param file relative path with slashes */
export function placeOfFile(file: string): PlacedFile | undefined {
  const name = path.posix.basename(file);
  const folder = file.slice(0, -name.length - 1);
  const fits = (known: string): boolean => file === known || file.endsWith(`/${known}`);
  const [best] = (filesByName.get(name) ?? [])
    .filter(({ file: known }) => fits(known))
    .toSorted((one, other) => other.file.length - one.file.length);
  if (best !== undefined) return { project: file.slice(0, -best.file.length - 1), dialect: best.dialect };
  if (isConfigName(name)) return { project: folder, dialect: undefined };
  const listed = /\.(?:ya?ml|json)$/.test(name)
    ? foldersOfTools.find(({ path: known }) => `/${folder}`.endsWith(`/${known}`))
    : undefined;
  return listed && { project: folder.slice(0, -listed.path.length - 1), dialect: listed.dialect };
}

const foldersOfTools = toolFiles.flatMap(({ folders = [], dialect }) =>
  folders.map((known) => ({ path: known, dialect })),
);

/** Project files of all tools, by their name. */
const filesByName = groupBy(
  [
    ...toolFiles.flatMap(({ project = [], dialect }) => project.map((file) => ({ file, dialect }))),
    ...['.omp/mcp.json', '.omp/.mcp.json'].map((file) => ({ file, dialect: undefined })),
  ],
  ({ file }) => path.posix.basename(file),
);

/** Returns the relative paths of all files in a checkout from which a tool reads servers, sorted. */
export async function findPlacedFiles(folder: string, warn: Warn): Promise<readonly string[]> {
  const inFolder = (uri: string): string => path.relative(folder, fileURLToPath(uri)).replaceAll(path.sep, '/');
  const uris = await findConfigFiles(pathToFileURL(folder).href, {
    warn: warningTo(warn),
    skipped: dependencyFolders,
    isWanted: (uri) => placeOfFile(inFolder(uri)) !== undefined,
    linked: (uri, name) =>
      [...(projectFiles.get(name) ?? []), ...(isConfigName(name) ? [name] : [])]
        .map((file) => childUri(parentUri(uri), file))
        .filter((file) => existsSync(fileURLToPath(file))),
  });
  return [...new Set(uris.map(inFolder))].toSorted();
}

/** A folder with `.git`, or one that has config files. */
interface Checkout {
  /** Absolute path. */
  readonly folder: string;
  /** True if config files in subfolders also belong to the checkout. */
  readonly deep: boolean;
}

/** Project files of all tools, by the first segment of their path. */
const ofOtherTools = toolFiles.flatMap(({ project = [] }) => project);
const projectFiles = groupBy(
  ['mcp.json', '.mcp.json', '.omp/mcp.json', '.omp/.mcp.json', ...ofOtherTools],
  (file) => file.split('/', 1)[0] ?? '',
);

/**
 * Finds checkouts, sorted by name within each folder. Symbolic links aren't followed, and a folder with `.git` isn't
 * searched for nested checkouts.
 * @param folder absolute path
 */
export async function* checkoutsIn(folder: string, warn: Warn): AsyncGenerator<Checkout> {
  const entries = await readFolder(folder, warningTo(warn));
  if (entries.some(({ name }) => name === '.git')) return yield { folder, deep: true };
  if (hasConfigFile(folder, entries)) yield { folder, deep: false };
  const isSearched = (name: string): boolean => !dependencyFolders.has(name) && !projectFiles.has(name);
  const folders = entries.filter((entry) => entry.isDirectory() && isSearched(entry.name));
  for (const { name } of folders.toSorted((one, other) => (one.name < other.name ? -1 : 1)))
    yield* checkoutsIn(path.join(folder, name), warn);
}

/** A checkout with its name in reports: its path from the folder that was searched, with forward slashes. */
export interface NamedCheckout extends Checkout {
  readonly name: string;
}

/** @param folders absolute paths; with several, names start with that of the folder */
export async function* namedCheckouts(
  folder: string,
  folders: readonly string[],
  warn: Warn,
): AsyncGenerator<NamedCheckout> {
  // Checkouts in different folders can have the same name.
  const prefix = folders.length > 1 ? path.basename(folder) : '';
  for await (const checkout of checkoutsIn(folder, warn)) {
    const name = path.join(prefix, path.relative(folder, checkout.folder)).replaceAll(path.sep, '/');
    yield { ...checkout, name };
  }
}

/** Returns absolute paths; those of the current folder without paths. @throws UsageError if a path isn't a folder */
export function foldersOf(
  command: string,
  paths: readonly string[],
  { cwd }: { readonly cwd: string },
): readonly string[] {
  const given = paths.length === 0 ? ['.'] : paths;
  const statuses = given.map((one) => attempt(() => statSync(path.resolve(cwd, one))));
  const missing = given.find((_, index) => statuses[index]?.isDirectory() !== true);
  if (missing !== undefined) throw new UsageError(`${missing}: no such folder. ${command} accepts folders.`);
  return given.map((one) => path.resolve(cwd, one));
}

const hasConfigFile = (folder: string, entries: readonly Dirent[]): boolean =>
  entries.some(({ name }) =>
    projectFiles.get(name)?.some((file) => file === name || existsSync(path.join(folder, file))),
  );
