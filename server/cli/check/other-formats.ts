/** Files of a project that have servers in the formats of other tools, at which `check` doesn't look. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { attempt } from '../../../common/attempt.ts';
import { visible } from '../../../common/text/escape.ts';
import type { Project } from './project.ts';

/** What holds the servers of a file. Without it, the file only has other settings. */
const serverMaps = /mcp_?servers|context_servers|"servers"|"mcp"/i;

/** More files aren't read. */
const readLimit = 200;

/** More files aren't listed. */
const shownLimit = 8;

/** Returns their names in reports, sorted. @param checked absolute paths */
export function otherFormats(project: Project, checked: readonly string[]): readonly string[] {
  const known = new Set(checked);
  return [...project.placed]
    .filter((uri) => project.workspace.places.level(uri) === undefined && !known.has(fileURLToPath(uri)))
    .toSorted()
    .slice(0, readLimit)
    .map((uri) => fileURLToPath(uri))
    .filter((file) => serverMaps.test(attempt(() => readFileSync(file, 'utf8')) ?? ''))
    .map((file) => project.displayPath(file));
}

/** Returns a line that names them; empty if there are none. */
export function otherFormatsLine(files: readonly string[]): string {
  if (files.length === 0) return '';
  const more = files.length > shownLimit ? ` and ${files.length - shownLimit} more` : '';
  return `Not checked, in the formats of other tools: ${files.slice(0, shownLimit).map(visible).join(', ')}${more}.\n`;
}
