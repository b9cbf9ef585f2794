/**
 * textDocument/codeLens: actions for each server and for the file. Inlay hints show the state. VS Code has other lenses
 * above the servers of some files, so ours are limited to two words there.
 */
import * as l10n from '@vscode/l10n';
import { serverCommands } from '../../common/server-commands.ts';
import type { Span } from '../config/json.ts';
import { foreignFormatSpan } from '../rules/dialect.ts';
import type { View } from '../workspace.ts';

export interface Lens {
  readonly span: Span;
  readonly title: string;
  readonly command: string;
  readonly arguments: readonly unknown[];
}

/** More lenses would slow down the editor. */
const limit = 500;

/**
 * @param commands the editor has the commands that lenses run; without them, there are no lenses
 * @param programs the editor can start programs to test them
 */
export function lensesOf(view: View, commands: boolean, programs = true): readonly Lens[] {
  const { config, uri } = view.document;
  const { root, liveServers } = config;
  if (!commands) return [];
  const ofFile: Lens[] = [];
  if (root !== undefined) {
    const add = (title: string, command: string): unknown =>
      ofFile.push({ span: { offset: root.offset, length: 1 }, title, command, arguments: [uri] });
    if (foreignFormatSpan(config) !== undefined) add(l10n.t('Convert to Oh My Pi format'), serverCommands.convert);
    if (liveServers.length > 1) add(l10n.t('Copy all…'), serverCommands.copyFor);
    if (liveServers.length > 0) add(l10n.t('Convert to…'), serverCommands.convertTo);
  }
  const ofServers = liveServers.slice(0, limit).flatMap(({ key: span, name }): readonly Lens[] => {
    const copy = { span, title: l10n.t('Copy…'), command: serverCommands.copyFor, arguments: [uri, name] };
    if (!isTestable(view, name, programs)) return [copy];
    return [{ span, title: l10n.t('Test'), command: serverCommands.test, arguments: [uri, name] }, copy];
  });
  return [...ofFile, ...ofServers];
}

/** True only for servers that the view contains: those in files that the agent reads. */
function isTestable({ file, effective }: View, name: string, programs: boolean): boolean {
  const server = effective?.find(file.source.uri, name);
  if (server === undefined || server.state === 'invalid') return false;
  return programs || server.definition.connection.transport !== 'stdio';
}
