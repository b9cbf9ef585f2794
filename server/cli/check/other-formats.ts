/** Files of a project that have servers in the formats of other tools, at which `check` doesn't look. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { attempt } from '../../../common/attempt.ts';
import { toolFiles } from '../../../common/generated/tools.ts';
import { visible } from '../../../common/text/escape.ts';

/** What holds the servers of a file. Without it, the file only has other settings. */
const serverMaps = /mcp_?servers|context_servers|"servers"|"mcp"/i;

/** Returns a line that names them; empty if there are none. @param checked absolute paths */
export function otherFormats(folder: string, checked: readonly string[]): string {
  const files = [...new Set(toolFiles.flatMap(({ project = [] }) => project))].filter((file) => {
    const full = path.join(folder, file);
    return !checked.includes(full) && serverMaps.test(attempt(() => readFileSync(full, 'utf8')) ?? '');
  });
  return files.length === 0 ? '' : `Not checked, in the formats of other tools: ${files.map(visible).join(', ')}.\n`;
}
