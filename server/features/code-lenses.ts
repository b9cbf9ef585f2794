/**
 * textDocument/codeLens: actions for each server and for the file. Inlay hints show the state. VS Code has other lenses
 * above the servers of some files, so a server has one of ours: to test it or, where that isn't possible, to copy it.
 */
import * as l10n from '@vscode/l10n';
import type { CodeLens } from 'vscode-languageserver';
import { clientCommands } from '../../common/messages/client-commands.ts';
import { rangeOf } from '../config/servers/open-document.ts';
import type { Span } from '../config/text/json.ts';
import { foreignFormatSpan } from '../rules/dialect.ts';
import type { View } from '../workspace/workspace.ts';

/** More lenses would slow down the editor. */
const limit = 500;

/**
 * @param commands the editor has the commands that lenses run; without them, there are no lenses
 * @param programs the editor can start programs to test them
 */
export function lensesOf(view: View, commands: boolean, programs: boolean): CodeLens[] {
  const { document } = view;
  const { config, uri } = document;
  const { root, liveServers } = config;
  if (!commands) return [];
  const lenses: CodeLens[] = [];
  const add = (span: Span, title: string, command: string, ...names: string[]): unknown =>
    lenses.push({ range: rangeOf(document, span), command: { title, command, arguments: [uri, ...names] } });
  if (root !== undefined) {
    const start = { offset: root.offset, length: 1 };
    if (foreignFormatSpan(config) !== undefined)
      add(start, l10n.t('Convert to Oh My Pi format'), clientCommands.convert);
    if (liveServers.length > 1) add(start, l10n.t('Copy all…'), clientCommands.copyFor);
    if (liveServers.length > 0) add(start, l10n.t('Convert to…'), clientCommands.convertTo);
  }
  for (const { key, name } of liveServers.slice(0, limit)) {
    if (isTestable(view, name, programs)) add(key, l10n.t('Test'), clientCommands.test, name);
    else add(key, l10n.t('Copy…'), clientCommands.copyFor, name);
  }
  return lenses;
}

/** True only for servers that the view contains: those in files that Oh My Pi reads. */
function isTestable({ file, effective }: View, name: string, programs: boolean): boolean {
  const server = effective?.find(file.source.uri, name);
  if (server === undefined || server.state === 'invalid' || server.definition.connection.flaw !== undefined)
    return false;
  return programs || server.definition.connection.transport !== 'stdio';
}
