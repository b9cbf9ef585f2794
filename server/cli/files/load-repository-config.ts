/** Reads `.mcp-config.json` for the command line, which fails if it's invalid. */
import path from 'node:path';
import { readText, readTextIfExists } from '../../files/disk.ts';
import { errorAt, FileError } from '../../files/file-error.ts';
import {
  emptyRepositoryConfig,
  type RepositoryConfig,
  readRepositoryConfig,
  repositoryConfigName,
} from '../../rules/repository-config.ts';
import { allRules } from '../../rules/rules-doc.ts';
import { leadsOutside } from './outside-links.ts';

export interface LoadedConfig {
  readonly config: RepositoryConfig;
  /** Absolute path of the folder that its paths are relative to. */
  readonly folder: string;
  /** Absolute path; undefined if the file doesn't exist. */
  readonly file: string | undefined;
}

/**
 * @param folder absolute path of the project
 * @param named absolute path of the file on the command line, which must exist
 * @throws FileError if the file is invalid or can't be read
 */
export function loadRepositoryConfig(folder: string, named: string | undefined): LoadedConfig {
  const file = named ?? path.join(folder, repositoryConfigName);
  if (named === undefined && leadsOutside(file, folder))
    throw new FileError(`${file} is a link that leads outside the project. Use --config to read it.`);
  const text = named === undefined ? readTextIfExists(file) : readText(file);
  if (text === undefined) return { config: emptyRepositoryConfig, folder, file: undefined };
  const codes = allRules.map(({ code }) => code);
  const { config, faults } = readRepositoryConfig(text, codes);
  const [first] = faults;
  if (first !== undefined) throw errorAt(file, text, first.offset, first.message);
  return { config, folder: path.dirname(file), file };
}

/** Returns the config that the command line names; undefined if it names none. @throws FileError */
export const namedConfig = (
  folder: string,
  config: string | undefined,
  { cwd }: { readonly cwd: string },
): RepositoryConfig | undefined =>
  config === undefined ? undefined : loadRepositoryConfig(folder, path.resolve(cwd, config)).config;

/** Returns what is wrong in the config of one of many folders. Only its valid parts apply. */
export function configFaults(folder: string): readonly string[] {
  try {
    loadRepositoryConfig(folder, undefined);
    return [];
  } catch (error) {
    if (error instanceof FileError) return [error.message];
    throw error;
  }
}
