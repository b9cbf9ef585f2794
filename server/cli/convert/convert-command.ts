/** `mcp-config convert`: converts servers between the formats of tools, and reports losses on standard error. */
import path from 'node:path';
import { escapeJson, visible } from '../../../common/text/escape.ts';
import { convert } from '../../convert/index.ts';
import { readText, readTextIfExists } from '../../files/disk.ts';
import type { ConvertArguments } from '../arguments/arguments.ts';
import { counted } from '../check/reports/report-text.ts';
import { carryOut } from '../output/planned-write.ts';
import { exit, readInput, type Terminal } from '../output/terminal.ts';

/**
 * Returns 1 if something was lost or skipped, so that scripts can detect it. A server that the target has already isn't
 * missing: a script may run again.
 * @throws ConversionError, FileError
 */
export async function convertFile(args: ConvertArguments, terminal: Terminal): Promise<number> {
  const absolute = (file: string): string => path.resolve(terminal.cwd, file);
  const file = args.path === undefined || args.path === '-' ? undefined : absolute(args.path);
  const text = file === undefined ? await readInput(terminal) : readText(file);
  const target = args.into === undefined ? undefined : absolute(args.into);
  const before = target === undefined ? undefined : readTextIfExists(target);
  const conversion = await convert(text, {
    path: file,
    from: args.from,
    to: args.to,
    into: before,
    collision: args.collision,
    project: absolute(args.project ?? '.'),
  });
  const { changes, reportText, servers, report } = conversion;
  const escapes = terminal.outIsTerminal === true || terminal.colors;
  if (target === undefined) terminal.out(escapes ? shown(conversion.text) : conversion.text);
  else {
    const plan = { file: target, shown: path.relative(terminal.cwd, target), before, after: conversion.text };
    if (changes.length > 0) await carryOut(plan, args.dryRun, terminal);
    const written = servers.filter(({ done }) => done !== 'skipped').length;
    const isSkipped = servers.some(({ collides, done }) => done === 'skipped' && collides === 'other');
    const unchanged = isSkipped ? 'No servers written to' : 'No changes needed in';
    const done =
      changes.length === 0
        ? unchanged
        : `${counted(written, 'server')} ${args.dryRun ? 'would be written' : 'written'} to`;
    terminal.error(`${done} ${visible(target)}.\n`);
  }
  if (reportText !== '') terminal.error(reportText);
  const there = new Set<string | null>(servers.flatMap(({ name, collides }) => (collides === 'same' ? [name] : [])));
  const isMissing = report.some(({ kind, server }) => kind === 'lost' || (kind === 'skipped' && !there.has(server)));
  return isMissing || (args.dryRun && changes.length > 0) ? exit.found : exit.clean;
}

/** Escapes what would change the appearance of a terminal, as JSON and TOML do. Their layout stays. */
const shown = (text: string): string => text.replace(/[^\t\r\n]+/g, escapeJson);
