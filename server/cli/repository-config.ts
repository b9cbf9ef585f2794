/** Reads `.mcp-config.json` for the command line, which doesn't start with an invalid one. */
import path from 'node:path';
import {
  emptyRepositoryConfig,
  type RepositoryConfig,
  readRepositoryConfig,
  repositoryConfigName,
} from '../rules/repository-config.ts';
import { allRules } from '../rules/rules-doc.ts';
import { FileError } from './file-error.ts';
import { positionIn } from './position.ts';
import { readConfig } from './read-file.ts';

export interface LoadedConfig {
  readonly config: RepositoryConfig;
  /** The base of its paths. Absolute. */
  readonly folder: string;
  /** Absolute; undefined if there is no file. */
  readonly file: string | undefined;
}

/**
 * @param folder the project folder. Absolute.
 * @param named absolute path of the file that the command line names
 * @throws FileError if the file is invalid, or was named and can't be read
 */
export async function loadRepositoryConfig(folder: string, named: string | undefined): Promise<LoadedConfig> {
  const file = named ?? path.join(folder, repositoryConfigName);
  const text = await readConfig(file).catch((error: unknown) => {
    if (named === undefined && error instanceof FileError && error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (text === undefined) return { config: emptyRepositoryConfig, folder, file: undefined };
  const codes = allRules.map(({ code }) => code);
  const { config, faults } = readRepositoryConfig(text, codes);
  const [first] = faults;
  if (first !== undefined) throw new FileError(`${file}:${positionIn(text, first.offset)}: ${first.message}`);
  return { config, folder: path.dirname(file), file };
}
