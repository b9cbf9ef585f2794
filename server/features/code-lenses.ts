/**
 * textDocument/codeLens: actions for each server and for the file. Inlay hints show the state. VS Code has other lenses
 * above the servers of some files, so ours are limited to two words there.
 */
import * as l10n from '@vscode/l10n';
import { serverCommands } from '../../common/server-commands.ts';
import type { Span } from '../config/json.ts';
import type { ServerEntry } from '../config/server.ts';
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

type LensContent = Omit<Lens, 'span'>;

function copyFor({ document: { uri } }: View, { name }: ServerEntry): LensContent {
  return { title: l10n.t('Copy…'), command: serverCommands.copyFor, arguments: [uri, name] };
}

/** Only for servers that the view contains: those in files that the agent reads. */
function test(
  { document: { uri }, file, effective }: View,
  { name }: ServerEntry,
  programs: boolean,
): LensContent | undefined {
  const server = effective?.find(file.source.uri, name);
  if (server === undefined || server.state === 'invalid') return undefined;
  if (!programs && server.definition.connection.transport === 'stdio') return undefined;
  return { title: l10n.t('Test'), command: serverCommands.test, arguments: [uri, name] };
}

/** Above each server, in this order. */
const aboveServers: readonly ((view: View, entry: ServerEntry, programs: boolean) => LensContent | undefined)[] = [
  test,
  copyFor,
];

function convertFile({ document: { config, uri } }: View): LensContent | undefined {
  if (foreignFormatSpan(config) === undefined) return undefined;
  return { title: l10n.t('Convert to Oh My Pi format'), command: serverCommands.convert, arguments: [uri] };
}

function copyAll({ document: { config, uri } }: View): LensContent | undefined {
  return config.liveServers.length < 2
    ? undefined
    : { title: l10n.t('Copy all…'), command: serverCommands.copyFor, arguments: [uri] };
}

function convertAll({ document: { config, uri } }: View): LensContent | undefined {
  return config.liveServers.length === 0
    ? undefined
    : { title: l10n.t('Convert to…'), command: serverCommands.convertTo, arguments: [uri] };
}

/** At the beginning of the file, in this order. */
const aboveFile: readonly ((view: View) => LensContent | undefined)[] = [convertFile, copyAll, convertAll];

/**
 * @param commands the editor has the commands that lenses run; without them, there are no lenses
 * @param programs the editor can start programs to test them
 */
export function lensesOf(view: View, commands: boolean, programs = true): readonly Lens[] {
  const { root, liveServers } = view.document.config;
  if (!commands) return [];
  const at = (span: Span, content: LensContent | undefined): readonly Lens[] =>
    content === undefined ? [] : [{ span, ...content }];
  const ofFile =
    root === undefined ? [] : aboveFile.flatMap((make) => at({ offset: root.offset, length: 1 }, make(view)));
  const ofServers = liveServers
    .slice(0, limit)
    .flatMap((entry) => aboveServers.flatMap((make) => at(entry.key, make(view, entry, programs))));
  return [...ofFile, ...ofServers];
}
