/** Locations of the language server as files and lines, for reports. */
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Location } from 'vscode-languageserver';
import { isOutside } from './outside-links.ts';

export interface PlaceName {
  /** Relative to the folder, with `~` for the home folder, or absolute; with forward slashes. */
  readonly file: string | null;
  /** 1-based. */
  readonly line: number | null;
}

/** Returns a function that names locations. @param folder absolute path that names are relative to @param home absolute path */
export function placeNames(folder: string, home: string): (location: Location | null) => PlaceName {
  return (location) => {
    if (location === null) return { file: null, line: null };
    const file = fileURLToPath(location.uri);
    const [below, ofUser] = [path.relative(folder, file), path.relative(home, file)];
    const name = !isOutside(below) ? below : isOutside(ofUser) ? file : `~/${ofUser}`;
    return { file: name.replaceAll(path.sep, '/'), line: location.range.start.line + 1 };
  };
}
