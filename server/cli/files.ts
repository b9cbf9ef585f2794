/** Which files a command line means. */
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { glob, isDynamicPattern } from 'tinyglobby';
import { isConfigName } from '../../common/config-place.ts';
import { lockName } from '../../common/tool-lock/lock.ts';
import { FileError } from './file-error.ts';
import { UsageError } from './options.ts';
import type { Project } from './project.ts';

/** A link to a folder may lead out of what was named. */
const searching = { absolute: true, dot: true, followSymbolicLinks: false, ignore: ['**/node_modules/**'] };

/**
 * Absolute paths, in the order of the command line, each once.
 * @throws UsageError where a path names nothing
 */
export async function filesOf(project: Project, paths: readonly string[]): Promise<readonly string[]> {
  const found = new Set<string>();
  const { config, folder } = project.repository;
  const listed = paths.length > 0 ? [] : (config.paths ?? []);
  if (paths.length + listed.length === 0)
    for (const uri of await project.workspace.configFiles()) {
      // The user's own files belong to the picture, but not to the project; a copy among its dotfiles does.
      if (project.workspace.level(uri) !== 'user' || project.workspace.placeOf(uri).inDotfiles === true)
        found.add(fileURLToPath(uri));
    }
  for (const one of listed) {
    const files = await filesAt(project, folder, one).catch((error: unknown) => {
      // The command line is right; the file that it reads isn't.
      throw error instanceof UsageError ? new FileError(`${folder}: "paths": ${error.message}`) : error;
    });
    for (const file of files) found.add(file);
  }
  for (const one of paths) for (const file of await filesAt(project, project.cwd, one)) found.add(file);
  const ignored = config.ignore.length === 0 ? [] : await glob(config.ignore, { ...searching, cwd: folder });
  for (const file of ignored) found.delete(path.normalize(file));
  return [...found];
}

async function filesAt(project: Project, base: string, given: string): Promise<readonly string[]> {
  const full = path.resolve(base, given);
  const status = await stat(full).catch(() => undefined);
  if (status?.isDirectory() === true) return inFolder(project, full, given);
  if (status !== undefined) return [full];
  const matches = isDynamicPattern(given) ? await glob(given, { ...searching, cwd: base }) : [];
  if (matches.length === 0) throw new UsageError(`${given}: no such file or folder.`);
  const files = matches.toSorted().map((file) => path.normalize(file));
  return files.filter((file) => !isOtherTools(project, file));
}

/** True for a file that is called as a config file and is another tool's, or a translation: no pattern means it. */
function isOtherTools({ workspace }: Project, file: string): boolean {
  return isConfigName(path.basename(file)) && workspace.level(pathToFileURL(file).href) === undefined;
}

/** The config files of a folder. One that holds none is a collection of them: every .json in it is taken. */
async function inFolder({ workspace, repository }: Project, folder: string, given: string): Promise<readonly string[]> {
  const named = await workspace.machine.files.find(pathToFileURL(folder).href);
  const own = named.filter((uri) => workspace.level(uri) !== undefined).map((uri) => fileURLToPath(uri));
  if (own.length > 0) return own.toSorted();
  const found = (await glob('**/*.json', { ...searching, cwd: folder })).map((file) => path.normalize(file));
  const others = found.filter((file) => file !== repository.file && path.basename(file) !== lockName);
  if (others.length === 0) throw new UsageError(`${given}: no config files found in this folder.`);
  return others.toSorted();
}
