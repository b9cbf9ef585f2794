/** Commands on tool servers. They apply to the selected rows; without rows, the user selects a server. Loaded with the first of them. */

import { l10n, Range, Uri, window, workspace } from 'vscode';
import type { Location } from 'vscode-languageclient';
import type { ServerChange } from '../../../../common/tool-servers.ts';
import { withViewProgress } from '../../../shared/cancellable.ts';
import { statIfExists } from '../../../shared/files.ts';
import { inert, oneLine } from '../../../shared/format.ts';
import { commands, views } from '../../../shared/generated/names.ts';
import { copyText } from '../../../shared/notifications.ts';
import type { EditedFile } from '../../../shared/workspace-edit.ts';
import type { ConfigLanguage } from '../../client/index.ts';
import { chosenServers } from '../pick.ts';
import { FileRow } from '../rows.ts';
import { distinctDefinitions, type Server, type ServerStore, serverRef } from '../store.ts';
import type { ServerTree } from '../tree.ts';
import type { NextStep } from './edit.ts';

interface ServerCommandOptions {
  /** Servers that the command applies to. */
  readonly only?: (server: Server) => boolean;
  /** The command applies to each row of a definition that several folders use. */
  readonly perFolder?: boolean;
}

/** Returns the handlers by command. */
export function createServerCommands(store: ServerStore, tree: ServerTree, config: ConfigLanguage) {
  /** Returns the handler of a command that runs once for all selected servers. */
  const onServers =
    (
      question: string,
      run: (servers: readonly [Server, ...Server[]]) => unknown,
      { only, perFolder = false }: ServerCommandOptions = {},
    ) =>
    async (argument: unknown, selection: unknown) => {
      const rows = await chosenServers(store, argument, selection, question, only);
      const [first, ...others] = perFolder ? rows : distinctDefinitions(rows, serverRef);
      if (first !== undefined) await run([first, ...others]);
    };

  const edit = (changes: readonly ServerChange[]) =>
    withViewProgress(views.servers, async () => {
      const { editServers } = await import('./edit.ts');
      const edited = await editServers(config, changes, stepsFor);
      await store.refresh();
      if (edited !== undefined) tree.tellAfterEdit(store.agent?.reload ?? '');
      return edited;
    });

  /** A server of another tool's file can be copied to a file that Oh My Pi reads, or its tool can be enabled. */
  const stepsFor = (refused: ServerChange): NextStep[] => {
    // Servers of other agents aren't copied for Oh My Pi.
    if (refused.kind !== 'enable' || refused.server.agent !== undefined) return [];
    const { folder } = refused.server;
    const userFile = store.fileFor(folder, 'user');
    const [label, to] =
      folder === null
        ? ([l10n.t('Copy to User Config'), userFile] as const)
        : ([l10n.t('Copy to Project Config'), store.fileFor(folder, 'project')] as const);
    const copied = to && ({ kind: 'copy', server: refused.server, to: { folder, uri: to.uri } } as const);
    return [
      ...(copied ? [{ label, run: () => edit([copied]) }] : []),
      ...(userFile ? [{ label: l10n.t('Open Oh My Pi Settings'), run: () => openAgentSettings(userFile.uri) }] : []),
    ];
  };
  const transferTo = (kind: 'move' | 'copy', level: 'project' | 'user', question: string) => {
    const transfer = (server: Server): ServerChange => {
      const file = store.fileFor(server.folder, level);
      if (file === undefined) throw new Error(l10n.t('Open a folder first. Project config requires a folder.'));
      return { kind, server: serverRef(server), to: { folder: server.folder, uri: file.uri } };
    };
    // Servers in other tools' files can't be moved, but can be copied to either level.
    const isAllowed = ({ source, agent }: Server) =>
      agent === undefined && (source.kind === 'imported' ? kind === 'copy' : source.level !== level);
    const perFolder = kind === 'copy' && level === 'project';
    return onServers(question, (servers) => edit(servers.map(transfer)), { only: isAllowed, perFolder });
  };

  /** @param done returns the text to show with the Undo button */
  const editUndoably = async (
    changes: readonly ServerChange[],
    done: (edited: readonly EditedFile[]) => string,
  ): Promise<void> => {
    const edited = await edit(changes);
    if (edited === undefined) return;
    const { offerUndoOf } = await import('../../../shared/workspace-edit.ts');
    const told = [done(edited), store.agent?.reload].filter(Boolean).join(' ');
    void offerUndoOf(told, edited, () => store.refresh());
  };

  /** The message names the edited files: disabling edits the server's own file or the user's `disabledServers`. */
  const disable = async (servers: readonly [Server, ...Server[]]) => {
    const { changesToDisable } = await import('./disable-scope.ts');
    const changes = await changesToDisable(store, servers);
    if (changes === undefined) return;
    await editUndoably(changes, (edited) => {
      const files = edited.map(({ uri }) => fileName(uri)).join(', ');
      const [{ name }, ...others] = servers;
      return inert(
        others.length === 0
          ? l10n.t('Disabled {0} in {1}.', oneLine(name, 60), files)
          : l10n.t('Disabled {0} servers in {1}.', servers.length, files),
      );
    });
  };

  const fileName = (uri: Uri): string => {
    const known = store.places.flatMap(({ files }) => files).find((file) => Uri.parse(file.uri).fsPath === uri.fsPath);
    return oneLine(known?.label ?? workspace.asRelativePath(uri), 100);
  };

  const remove = (servers: readonly Server[]) =>
    editUndoably(
      servers.map((server) => ({ kind: 'remove', server: serverRef(server) })),
      () => removedText(servers.filter((server) => store.get(serverRef(server)) === undefined)),
    );

  const copy = async (servers: readonly Server[], as: 'json' | 'command', done: string): Promise<void> => {
    const refs = servers.map(serverRef);
    const { text, omitted } = await config.sendRequest('switchyard/copyServers', { servers: refs, as });
    if (text !== null) await copyText(text, done);
    (await import('./edit.ts')).showOmissions(omitted);
  };

  return {
    [commands.servers.refresh]: () => {
      tree.tellAfterEdit('');
      return withViewProgress(views.servers, () => store.refresh());
    },
    [commands.servers.add]: async (argument: unknown) => {
      const { addServer } = await import('./add.ts');
      const added = await addServer(config, store, argument instanceof FileRow ? argument.at : undefined);
      if (added === undefined || (await edit([{ kind: 'add', ...added }])) === undefined) return;
      const server = store.get({ ...added.to, name: added.name });
      if (server === undefined) return;
      await tree.reveal(serverRef(server));
      await showLocation({ uri: server.source.uri, range: server.range });
    },
    [commands.servers.enable]: onServers(
      l10n.t('Select a tool server to enable'),
      (servers) => edit(servers.map((server) => ({ kind: 'enable', server: serverRef(server) }))),
      { only: ({ state }) => state === 'disabled' || state === 'pending' },
    ),
    [commands.servers.disable]: onServers(l10n.t('Select a tool server to disable'), disable, {
      only: ({ state }) => state === 'inEffect' || state === 'pending',
    }),
    [commands.servers.open]: onServers(l10n.t('Select a tool server to open'), ([{ source, range }]) =>
      showLocation({ uri: source.uri, range }),
    ),
    [commands.servers.openOverriding]: onServers(
      l10n.t('Select a tool server to go to its overriding server'),
      ([{ overriddenBy }]) => showLocation(overriddenBy),
      { only: ({ overriddenBy }) => overriddenBy !== null },
    ),
    [commands.servers.openListEntry]: onServers(
      l10n.t('Select a tool server to go to its list entry'),
      ([{ listedAt }]) => showLocation(listedAt),
      { only: ({ listedAt }) => listedAt !== null },
    ),
    [commands.servers.moveToProject]: transferTo(
      'move',
      'project',
      l10n.t('Select a tool server to move to the project config'),
    ),
    [commands.servers.moveToUser]: transferTo(
      'move',
      'user',
      l10n.t('Select a tool server to move to your user config'),
    ),
    [commands.servers.copyToProject]: transferTo(
      'copy',
      'project',
      l10n.t('Select a tool server to copy to the project config'),
    ),
    [commands.servers.copyToUser]: transferTo(
      'copy',
      'user',
      l10n.t('Select a tool server to copy to your user config'),
    ),
    [commands.servers.copyName]: onServers(l10n.t('Select a tool server to copy its name'), (servers) =>
      copyText(servers.map(({ name }) => name).join('\n'), l10n.t('Name copied.')),
    ),
    [commands.servers.copyJson]: onServers(l10n.t('Select a tool server to copy as JSON'), (servers) =>
      copy(servers, 'json', l10n.t('Copied as JSON.')),
    ),
    [commands.servers.copyCommandLine]: onServers(l10n.t('Select a tool server to copy as a command line'), (servers) =>
      copy(servers, 'command', l10n.t('Copied as a command line.')),
    ),
    [commands.servers.remove]: onServers(l10n.t('Select a tool server to remove'), remove, {
      only: ({ source, agent }) => agent === undefined && source.kind !== 'imported',
    }),
  };
}

function removedText(gone: readonly Server[]): string {
  const [first] = gone;
  if (first === undefined || gone.length > 1) return l10n.t('Removed {0} tool servers.', gone.length);
  return l10n.t('Removed "{0}" from {1}.', inert(oneLine(first.name)), inert(oneLine(first.source.label)));
}

/** Opens a file and selects a range in it. */
export async function showLocation(place: Location | null): Promise<void> {
  if (place === null) return;
  const { start, end } = place.range;
  const selection = new Range(start.line, start.character, end.line, end.character);
  await window.showTextDocument(Uri.parse(place.uri), { selection });
}

/**
 * Opens the settings file of Oh My Pi, which decides whether files of other tools load, or an unsaved one in its place.
 * @param userConfig URI of the user's mcp.json beside it
 */
async function openAgentSettings(userConfig: string): Promise<void> {
  const place = (name: string) => Uri.joinPath(Uri.parse(userConfig), '..', name);
  for (const file of [place('config.yml'), place('config.yaml')]) {
    if (await statIfExists(file)) return void (await window.showTextDocument(file));
  }
  await window.showTextDocument(await workspace.openTextDocument(place('config.yml').with({ scheme: 'untitled' })));
}
