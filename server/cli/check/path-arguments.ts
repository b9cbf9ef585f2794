/** Resolves the paths of a command line to files. */
import { statSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { attempt } from '../../../common/attempt.ts';
import { isConfigName } from '../../../common/messages/config-place.ts';
import { lockName } from '../../../common/tool-lock/lock.ts';
import { FileError } from '../../files/file-error.ts';
import { UsageError } from '../arguments/options.ts';
import { Globs, isPattern } from '../files/globs.ts';
import { isOutside, leadsOutside } from '../files/outside-links.ts';
import { complain, type Terminal } from '../output/terminal.ts';
import type { Project } from './project.ts';
import { unreadableFiles } from './unreadable.ts';

interface FoundFiles {
  /** Absolute paths without duplicates, in the order of the command line. */
  readonly files: readonly string[];
  /** The folders in which a file was searched, and one of which it must not leave. Absent for a file that is named. */
  readonly within: ReadonlyMap<string, readonly string[]>;
  /** True if a path is missing, a link was skipped, or a folder couldn't be searched. */
  readonly isIncomplete: boolean;
}

/**
 * Returns the files after warning about what is missing.
 * @throws UsageError if no path matches any files
 */
export async function filesOf(
  project: Project,
  paths: readonly string[],
  terminal: Pick<Terminal, 'error'>,
): Promise<FoundFiles> {
  try {
    return await searchedFiles(project, paths);
  } finally {
    for (const warning of [...project.unsearched, ...project.warnings]) complain(terminal, warning);
  }
}

async function searchedFiles(project: Project, paths: readonly string[]): Promise<FoundFiles> {
  const found = new Set<string>();
  const { config, folder } = project.repository;
  const listed = paths.length > 0 ? [] : (config.paths ?? []);
  const { workspace } = project;
  if (paths.length + listed.length === 0) {
    for (const place of workspace.places.all)
      for (const { source } of unreadableFiles(workspace, place))
        if (source.layout === 'own' && source.level === 'project') found.add(fileURLToPath(source.uri));
    for (const uri of await workspace.configFiles()) {
      // User-level files affect the project but aren't part of it, except for copies in a dotfiles repository.
      if (workspace.places.level(uri) !== 'user' || workspace.places.ofFile(uri).inDotfiles === true)
        found.add(fileURLToPath(uri));
    }
  }
  const outside = listed.find((pattern) => !isInside(project, pattern));
  if (outside !== undefined) throw new FileError(`${folder}: "paths": ${outside} leads outside the project.`);
  for (const one of listed) {
    const files = await filesAt(project, folder, one).catch((error: unknown) => {
      throw mistakeInConfig(error, folder, 'paths');
    });
    for (const file of files) found.add(file);
  }
  const isIgnored = ignoring(project, found);
  // Files that are named on the command line are added below: links among them are followed.
  const skipped = [...found].filter(
    (file) => !isIgnored(file) && leadsOutside(file, project.folder) && leadsOutside(file, folder),
  );
  for (const file of skipped) {
    found.delete(file);
    const name = project.displayPath(file);
    project.warnings.push(
      `${name}: skipped, because it's a link that leads outside the project. To include it, pass the file as an argument.`,
    );
  }
  const within = new Map<string, readonly string[]>(Array.from(found, (file) => [file, [project.folder, folder]]));
  const missing: UsageError[] = [];
  for (const one of paths) {
    const searched = path.resolve(project.cwd, withoutWildcards(one));
    const files = await filesAt(project, project.cwd, one).catch((error: unknown) => {
      if (!(error instanceof UsageError)) throw error;
      missing.push(error);
      return [];
    });
    for (const file of files) {
      found.add(file);
      if (file === searched) within.delete(file);
      else within.set(file, [searched]);
    }
  }
  const [first] = missing;
  if (first !== undefined && missing.length === paths.length) throw first;
  // A file that was deleted must not keep the others from being checked.
  project.warnings.push(...missing.map(({ message }) => message));
  for (const file of found) if (isIgnored(file)) found.delete(file);
  const isIncomplete = skipped.length + project.unsearched.length + missing.length > 0;
  return { files: [...found], within, isIncomplete };
}

/** Returns whether the repository's config ignores a file, after warning about patterns without effect. @throws FileError */
function ignoring(project: Project, found: ReadonlySet<string>): (file: string) => boolean {
  const { config, folder } = project.repository;
  const inside = config.ignore.filter((pattern) => isInside(project, pattern));
  // A link can be named, even if its target is outside.
  const named = new Set(config.ignore.map((pattern) => path.resolve(folder, pattern)));
  for (const pattern of config.ignore)
    if (!inside.includes(pattern) && !found.has(path.resolve(folder, pattern)))
      project.warnings.push(`${folder}: "ignore": ${pattern} has no effect, because it leads outside the project.`);
  const globs = globsIn(project, inside);
  return (file) => named.has(file) || globs.matches(path.relative(folder, file).replaceAll(path.sep, '/'));
}

function globsIn({ repository: { folder } }: Project, patterns: readonly string[]): Globs {
  try {
    return new Globs(patterns.map((one) => (path.isAbsolute(one) ? path.relative(folder, one) : one)));
  } catch (error) {
    throw mistakeInConfig(error, folder, 'ignore');
  }
}

/** A mistake in a pattern of the repository's config isn't one on the command line. */
const mistakeInConfig = (error: unknown, folder: string, property: string): unknown =>
  error instanceof UsageError ? new FileError(`${folder}: "${property}": ${error.message}`) : error;

/**
 * The repository's config may be untrusted, so it names only files in the project, or below itself if `--config` names
 * another folder.
 */
function isInside({ folder, repository }: Project, pattern: string): boolean {
  const places = [pattern, withoutWildcards(pattern)].map((one) => path.resolve(repository.folder, one));
  return [folder, repository.folder].some((root) =>
    places.every((place) => !isOutside(path.relative(root, place)) && !leadsOutside(place, root)),
  );
}

/** Returns the folders of a pattern that come before its first wildcard, where the search starts. */
function withoutWildcards(pattern: string): string {
  const segments = pattern.split('/');
  const first = segments.findIndex((segment) => /[*?[\]{}()!+@\\|]/.test(segment));
  return segments.slice(0, first < 0 ? segments.length : first).join('/') || (first > 0 ? '/' : '.');
}

async function filesAt(project: Project, base: string, given: string): Promise<readonly string[]> {
  const full = path.resolve(base, given);
  const status = attempt(() => statSync(full));
  if (status?.isDirectory() === true) return inFolder(project, full, given);
  if (status !== undefined) return [full];
  const matches = isPattern(given) ? await searchFiles(given, base) : [];
  if (matches.length === 0) throw new UsageError(`${given}: no such file or folder.`);
  return matches.toSorted().filter((file) => !isOtherTools(project, file));
}

/** True if a file with the name of a config file is another tool's or a translation. Patterns don't include these. */
function isOtherTools({ workspace }: Project, file: string): boolean {
  return isConfigName(path.basename(file)) && workspace.places.level(pathToFileURL(file).href) === undefined;
}

/** Returns the config files in a folder, or all of its .json files if it has no config files. */
async function inFolder({ workspace, repository }: Project, folder: string, given: string): Promise<readonly string[]> {
  const named = await workspace.machine.files.find(pathToFileURL(folder).href);
  const own = named.filter((uri) => workspace.places.level(uri) !== undefined).map((uri) => fileURLToPath(uri));
  if (own.length > 0) return own.toSorted();
  const found = await searchFiles('**/*.json', folder);
  const others = found.filter((file) => file !== repository.file && path.basename(file) !== lockName);
  if (others.length === 0) throw new UsageError(`${given}: no config files found in this folder.`);
  return others.toSorted();
}

/** Searches for files with a glob pattern. Returns absolute paths. @param folder to which the pattern is relative */
export async function searchFiles(pattern: string, folder: string): Promise<readonly string[]> {
  const start = withoutWildcards(pattern);
  const inside = start === '.' ? pattern : pattern.slice(start.length).replace(/^\/+/, '');
  return new Globs([inside]).search(path.resolve(folder, start));
}
