/** Where version managers keep programs: folders that a shell adds to PATH, and that apps may not have on theirs. */

import { pathOf } from '../../../common/messages/config-place.ts';
import { childUri, fileUri, parentUri } from '../../files/uris.ts';
import type { Lookups } from '../platform.ts';
import type { Place } from '../servers/sources.ts';

/** A folder of programs; `~` is the home folder, and `*` any name. */
interface ManagedFolder {
  readonly manager: string;
  readonly path: string;
}

const managedFolders: readonly ManagedFolder[] = [
  { manager: 'nvm', path: '~/.nvm/versions/node/*/bin' },
  { manager: 'fnm', path: '~/.local/share/fnm/node-versions/*/installation/bin' },
  { manager: 'fnm', path: '~/Library/Application Support/fnm/node-versions/*/installation/bin' },
  { manager: 'fnm', path: '~/.local/state/fnm_multishells/*/bin' },
  { manager: 'Volta', path: '~/.volta/bin' },
  { manager: 'asdf', path: '~/.asdf/shims' },
  { manager: 'mise', path: '~/.local/share/mise/shims' },
  { manager: 'mise', path: '~/.local/share/mise/installs/*/*/bin' },
  { manager: 'pyenv', path: '~/.pyenv/shims' },
  { manager: 'Homebrew', path: '/opt/homebrew/bin' },
  { manager: 'Homebrew', path: '/home/linuxbrew/.linuxbrew/bin' },
];

export interface ManagedProgram {
  readonly manager: string;
  /** Display path of its folder. */
  readonly folder: string;
}

/** Returns the version manager that has a program, for a program that isn't found otherwise. */
export function managedProgram(
  name: string,
  { home, look }: Pick<Place, 'home' | 'look'>,
  kind: Lookups['kind'],
): ManagedProgram | undefined {
  if (home === undefined || /[\\/]/.test(name)) return undefined;
  for (const { manager, path } of managedFolders)
    for (const folder of matching(inHome(path, home), look.folders))
      if (kind(childUri(folder, name)) === 'file') return { manager, folder: shown(folder, home) };
  return undefined;
}

/** Returns the version manager in whose folder a file is. @param file absolute path */
export function managerOf(file: string, { home }: Pick<Place, 'home'>): ManagedProgram | undefined {
  if (home === undefined) return undefined;
  const folder = parentUri(fileUri(file.replaceAll('\\', '/')));
  const found = managedFolders.find(({ path }) => {
    const [start = '', ...rest] = inHome(path, home).split('/*');
    return rest.length === 0 ? folder === start : folder.startsWith(`${start}/`);
  });
  return found && { manager: found.manager, folder: shown(folder, home) };
}

const inHome = (path: string, home: string): string =>
  path.startsWith('~/') ? childUri(home, path.slice(2)) : fileUri(path);

const shown = (folder: string, home: string): string =>
  folder.startsWith(`${home}/`) ? `~${pathOf(folder)?.slice(pathOf(home)?.length)}` : (pathOf(folder) ?? folder);

/** More versions aren't looked at. */
const limit = 50;

/** Returns the folders that match, the newest versions first. */
const matching = (pattern: string, foldersIn: (uri: string) => readonly string[]): readonly string[] => {
  const [first = '', ...rest] = pattern.split('/*');
  return rest.reduce<readonly string[]>(
    (found, part) =>
      found
        .flatMap((folder) =>
          foldersIn(folder)
            .toReversed()
            .map((name) => childUri(folder, name) + part),
        )
        .slice(0, limit),
    [first],
  );
};
