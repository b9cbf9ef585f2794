/** Commands on tool servers. They apply to the selected rows; without rows, the user selects a server. Loaded with the first of them. */

import { l10n, type QuickPickItem, Range, commands as registry, Uri, window, workspace } from 'vscode';
import type { Location } from 'vscode-languageclient';
import type { ServerChange } from '../../../../common/messages/tool-servers.ts';
import { withViewProgress } from '../../../shared/cancellable.ts';
import { statIfExists } from '../../../shared/editing/files.ts';
import type { EditedFile } from '../../../shared/editing/workspace-edit.ts';
import { commands, views } from '../../../shared/generated/names.ts';
import { copyText } from '../../../shared/notifications.ts';
import { inert, oneLine } from '../../../shared/text/format.ts';
import { unlistedCommands } from '../../../shared/unlisted-commands.ts';
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
    const copied = to && ({ kind: 'copy', server: refused.server, to: store.fileRef(folder, to) } as const);
    return [
      ...(copied ? [{ label, run: () => edit([copied]) }] : []),
      ...(userFile ? [{ label: l10n.t('Open Oh My Pi Settings'), run: () => openAgentSettings(userFile.uri) }] : []),
    ];
  };
  /** @param level of the agent's own file to use; absent to ask for the file */
  const transfer = (kind: 'move' | 'copy', question: string, level?: 'project' | 'user') =>
    onServers(
      question,
      async (servers) => {
        const { fileForTransfer } = await import('./transfer.ts');
        const file = level === undefined ? await fileForTransfer(store, kind, servers) : undefined;
        if (level === undefined && file === undefined) return;
        const changes = servers.map((server): ServerChange => {
          const to = level === undefined ? file : store.fileFor(server.folder, level);
          if (to === undefined) throw new Error(l10n.t('Open a folder first. Project config requires a folder.'));
          return { kind, server: serverRef(server), to: store.fileRef(server.folder, to) };
        });
        await editUndoably(changes, () =>
          kind === 'move'
            ? l10n.t('Moved to {0}.', inert(oneLine(fileLabel(changes))))
            : l10n.t('Copied to {0}.', inert(oneLine(fileLabel(changes)))),
        );
      },
      {
        only: ({ source }) => level === undefined || source.level !== level,
        perFolder: kind === 'copy' && level !== 'user',
      },
    );
  const fileLabel = ([first]: readonly ServerChange[]): string =>
    first !== undefined && 'to' in first ? (store.file(first.to)?.label ?? '') : '';

  /** @param done returns the text to show with the Undo button */
  const editUndoably = async (
    changes: readonly ServerChange[],
    done: (edited: readonly EditedFile[]) => string,
  ): Promise<void> => {
    const edited = await edit(changes);
    if (edited === undefined) return;
    const { offerUndoOf } = await import('../../../shared/editing/workspace-edit.ts');
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

  const copy = async (servers: readonly Server[], as: CopyForm): Promise<void> => {
    if (as === 'name') return copyText(servers.map(({ name }) => name).join('\n'), l10n.t('Name copied.'));
    const refs = servers.map(serverRef);
    const { text, omitted } = await config.sendRequest('switchyard/copyServers', { servers: refs, as });
    const done = as === 'json' ? l10n.t('Copied as JSON.') : l10n.t('Copied as a command line.');
    if (text !== null) await copyText(text, done);
    (await import('./edit.ts')).showOmissions(omitted);
  };

  const copyIn = (as: CopyForm) => onServers(l10n.t('Select a tool server to copy'), (servers) => copy(servers, as));

  const copyFor = (uri: string, name: unknown) => registry.executeCommand(unlistedCommands.copyFor, uri, name);

  const copyAs = onServers(l10n.t('Select a tool server to copy'), async (servers) => {
    const as = await askForm(servers);
    const [{ source, name }] = servers;
    if (as === 'tool') await copyFor(source.uri, name);
    else if (as !== undefined) await copy(servers, as);
  });

  const openReason = onServers(
    l10n.t('Select a tool server to go to what decides its state'),
    ([{ overriddenBy, listedAt }]) => showLocation(overriddenBy ?? listedAt),
    { only: ({ overriddenBy, listedAt }) => overriddenBy !== null || listedAt !== null },
  );

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
    [commands.servers.openReason]: openReason,
    [commands.servers.moveTo]: transfer('move', l10n.t('Select a tool server to move')),
    [commands.servers.copyTo]: transfer('copy', l10n.t('Select a tool server to copy')),
    [commands.servers.rename]: onServers(l10n.t('Select a tool server to rename'), async ([server]) => {
      const name = await askName(server, store);
      if (name === undefined) return;
      await editUndoably([{ kind: 'rename', server: serverRef(server), name }], () =>
        l10n.t('Renamed {0} to {1}.', inert(oneLine(server.name, 60)), inert(oneLine(name, 60))),
      );
    }),
    // A code lens passes the document's URI, and a name for one server.
    [commands.servers.copyAs]: async (argument: unknown, selection: unknown) =>
      typeof argument === 'string' ? copyFor(argument, selection) : copyAs(argument, selection),
    [unlistedCommands.moveToProject]: transfer('move', l10n.t('Select a tool server to move'), 'project'),
    [unlistedCommands.moveToUser]: transfer('move', l10n.t('Select a tool server to move'), 'user'),
    [unlistedCommands.copyToProject]: transfer('copy', l10n.t('Select a tool server to copy'), 'project'),
    [unlistedCommands.copyToUser]: transfer('copy', l10n.t('Select a tool server to copy'), 'user'),
    [unlistedCommands.copyName]: copyIn('name'),
    [unlistedCommands.copyJson]: copyIn('json'),
    [unlistedCommands.copyCommandLine]: copyIn('command'),
    [unlistedCommands.openOverriding]: openReason,
    [unlistedCommands.openListEntry]: openReason,
    [commands.servers.remove]: onServers(l10n.t('Select a tool server to remove'), remove),
  };
}

type CopyForm = 'name' | 'json' | 'command';

async function askForm(servers: readonly [Server, ...Server[]]): Promise<CopyForm | 'tool' | undefined> {
  const [{ name }, ...others] = servers;
  const items: (QuickPickItem & { readonly as: CopyForm | 'tool' })[] = [
    { as: 'json', label: l10n.t('JSON'), detail: l10n.t('A config with the servers, which most tools accept') },
    { as: 'command', label: l10n.t('Command Line'), detail: 'claude mcp add …' },
    ...(others.length === 0 ? [{ as: 'tool' as const, label: l10n.t('For Another Tool…') }] : []),
    { as: 'name', label: l10n.t('Server Name') },
  ];
  const title =
    others.length === 0
      ? l10n.t('Copy {0} as…', inert(oneLine(name, 60)))
      : l10n.t('Copy {0} tool servers as…', servers.length);
  return (await window.showQuickPick(items, { title }))?.as;
}

/** Returns a name that the file doesn't have yet; undefined if the user cancels. */
function askName({ name, source, folder }: Server, store: ServerStore): Thenable<string | undefined> {
  const known = new Set(
    store.serversIn(folder).flatMap((other) => (other.source.uri === source.uri ? other.name : [])),
  );
  return window.showInputBox({
    title: l10n.t('Rename {0}', inert(oneLine(name, 60))),
    prompt: l10n.t('Permissions and prompts that contain the name stay as they are.'),
    value: name,
    validateInput: (text) =>
      text === name || !known.has(text)
        ? undefined
        : l10n.t('{0} already contains {1}.', inert(oneLine(source.label, 60)), inert(oneLine(text, 60))),
  });
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
