/** `mcp-config convert`: servers from one tool's format into another's; what could not be carried over goes to standard error. */
import path from 'node:path';
import { convert } from '../convert/index.ts';
import { decodeConfig, readConfig, Unreadable } from './files.ts';
import type { ConvertOrder } from './order.ts';
import { counted, printable } from './report-text.ts';
import { exit, type Terminal } from './terminal.ts';

/**
 * Returns 1 where something was lost, so that a script notices.
 * @throws ConversionError, Unreadable
 */
export async function convertFile(order: ConvertOrder, terminal: Terminal): Promise<number> {
  const absolute = (file: string): string => path.resolve(terminal.cwd, file);
  const file = order.path === undefined || order.path === '-' ? undefined : absolute(order.path);
  const text = file === undefined ? decodeConfig(await terminal.stdin(), 'standard input') : await readConfig(file);
  const target = order.into === undefined ? undefined : absolute(order.into);
  const conversion = await convert(text, {
    path: file,
    from: order.from,
    to: order.to,
    into: target === undefined ? undefined : await textOf(target),
    collision: order.collision,
    project: absolute(order.project ?? '.'),
  });
  if (target === undefined) terminal.out(conversion.text);
  else if (conversion.changes.length > 0) await terminal.write(target, conversion.text);
  const { reportText, servers, report } = conversion;
  if (target !== undefined) terminal.error(`${counted(servers.length, 'server')} into ${printable(target)}.\n`);
  if (reportText !== '') terminal.error(reportText.split('\n').map(printable).join('\n'));
  return report.some(({ kind }) => kind === 'lost' || kind === 'skipped') ? exit.found : exit.clean;
}

/** A file that is not there yet is made. */
async function textOf(target: string): Promise<string | undefined> {
  try {
    return await readConfig(target);
  } catch (error) {
    if (error instanceof Unreadable && error.code === 'ENOENT') return undefined;
    throw error;
  }
}
