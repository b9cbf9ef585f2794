/** `mcp-config portable`: spells `.mcp.json` so that all of its readers accept it, and lists what can't be had. */
import path from 'node:path';
import { visible } from '../../../common/text/escape.ts';
import { agents } from '../../agents/all-agents.ts';
import { sharedFile } from '../../agents/files/project-files.ts';
import { defaultReaders, makePortable } from '../../editing/portable/make-portable.ts';
import { readText } from '../../files/disk.ts';
import { FileError } from '../../files/file-error.ts';
import type { PortableArguments } from '../arguments/agent-arguments.ts';
import { counted } from '../check/reports/report-text.ts';
import { loadRepositoryConfig } from '../files/load-repository-config.ts';
import { leadsOutside } from '../files/outside-links.ts';
import { painter } from '../output/color.ts';
import { carryOut } from '../output/planned-write.ts';
import { exit, type Terminal } from '../output/terminal.ts';

/** Returns 1 if something can't be had for a reader, or a dry run would change the file. @throws FileError */
export async function makeFilePortable(args: PortableArguments, terminal: Terminal): Promise<number> {
  const folder = path.resolve(terminal.cwd, args.project ?? '.');
  const file = args.path === undefined ? path.join(folder, sharedFile) : path.resolve(terminal.cwd, args.path);
  if (args.path === undefined && leadsOutside(file, folder))
    throw new FileError(`${file} is a link that leads outside the project.`);
  const { readers: named } = loadRepositoryConfig(
    folder,
    args.config === undefined ? undefined : path.resolve(terminal.cwd, args.config),
  ).config;
  const readers = args.readers.length > 0 ? args.readers : (named ?? defaultReaders(agents));
  const text = readText(file);
  const portable = makePortable(text, readers, agents, args.removesComments);
  if (portable === undefined)
    throw new FileError(`${file} has no "mcpServers", or isn't valid JSON. Run mcp-config check.`);
  const { renamed, left, comments } = portable;
  const shown = path.relative(folder, file).replaceAll(path.sep, '/');
  const within = args.path === undefined ? [folder] : undefined;
  const isChanged = await carryOut({ file, shown, before: text, after: portable.text, within }, args.dryRun, terminal);
  terminal.error(`${visible(shown)}: ${isChanged ? (args.dryRun ? 'would be changed' : 'changed') : 'unchanged'}.\n`);
  for (const [from, to] of renamed)
    terminal.error(
      `Renamed ${visible(JSON.stringify(from))} to ${visible(JSON.stringify(to))}. Approvals and settings that name it have to follow.\n`,
    );
  if (comments.count > 0)
    terminal.error(
      `${counted(comments.count, 'comment')} in the way of ${comments.readers.join(', ')}. To remove comments, use --remove-comments.\n`,
    );
  if (readers.includes('visual-studio') && named?.includes('visual-studio') !== true)
    terminal.error('Name visual-studio in "readers" of .mcp-config.json. Otherwise, "servers" is an error.\n');
  const paint = painter(terminal.colors);
  for (const { reader, problems } of left) {
    terminal.out(`${paint('underline', reader)}\n`);
    for (const problem of problems) terminal.out(`  ${visible(problem)}\n`);
  }
  return left.length > 0 || (isChanged && args.dryRun) ? exit.found : exit.clean;
}
