/** Registers import, conversion, and paste of tool servers. The code of a command is loaded when it first runs. */
import { Disposable, Uri } from 'vscode';
import { registerCommand } from '../../shared/commands.ts';
import { commands } from '../../shared/generated/names.ts';
import type { SendServerRequest } from '../client.ts';
import { registerImportLenses } from './lenses.ts';
import { registerServerPaste } from './paste.ts';
import { Reports, type Tools } from './report.ts';

export function registerConversion(sendRequest: SendServerRequest): Disposable {
  const reports = new Reports();
  const tools: Tools = { sendRequest, reports };
  return Disposable.from(
    reports,
    registerImportLenses(),
    registerServerPaste(tools),
    registerCommand(commands.config.import, async () => (await import('./import.ts')).importServers(tools)),
    registerCommand(commands.config.convert, async (uri) =>
      (await import('./convert.ts')).convertDocument(tools, uriOf(uri)),
    ),
    registerCommand(commands.config.copyFor, async (uri, name) =>
      (await import('./export.ts')).copyServers(tools, uriOf(uri), typeof name === 'string' ? name : undefined),
    ),
    registerCommand(commands.config.convertTo, async (uri) =>
      (await import('./export.ts')).convertServers(tools, uriOf(uri)),
    ),
  );
}

/** Code lenses of the language server pass the URI as a string; editor menus pass a `Uri`. */
function uriOf(given: unknown): Uri | undefined {
  if (given instanceof Uri) return given;
  return typeof given === 'string' ? Uri.parse(given) : undefined;
}
