/** Commands on tool servers. They apply to the selected rows; without rows, the user selects a server. Loaded with the first of them. */

import { l10n, type QuickPickItem, Range, commands as registry, Uri, window, workspace } from 'vscode';
import type { Location } from 'vscode-languageclient';
import type { ServerChange } from '../../../../common/messages/tool-servers.ts';
import { withViewProgress } from '../../../shared/cancellable.ts';
import { commands, views } from '../../../shared/generated/names.ts';
import { copyText } from '../../../shared/notifications.ts';
import { inert, oneLine } from '../../../shared/text/format.ts';
import { unlistedCommands } from '../../../shared/unlisted-commands.ts';
import type { ConfigLanguage } from '../../client/index.ts';
import { chosenServers } from '../pick.ts';
import { FileRow } from '../rows.ts';
import { distinctDefinitions, type Server, type ServerStore, serverRef } from '../store.ts';
import type { ServerTree } from '../tree.ts';
import type { ChangeServers } from './edit.ts';
import { renamedText, renamePrompt } from './rename-text.ts';

interface ServerCommandOptions {
  /** Servers that the command applies to. */
  readonly only?: (server: Server) => boolean;
  /** The command applies to each row of a definition that several folders use. */
  readonly perFolder?: boolean;
}

/** Returns the handlers by command. */
export function createServerCommands(
  store: ServerStore,
  tree: ServerTree,
  config: ConfigLanguage,
  change: ChangeServers,
) {
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

  /** @param level of the agent's own file to use; absent to ask for the file */
  const transfer = (kind: 'move' | 'copy', question: string, level?: 'project' | 'user') =>
    onServers(
      question,
      async (servers) => {
        const { fileForTransfer, transferText } = await import('./transfer.ts');
        const chosen = level === undefined ? await fileForTransfer(store, kind, servers) : undefined;
        if (level === undefined && chosen === undefined) return;
        let label = chosen?.label ?? '';
        const changes = servers.map((server): ServerChange => {
          const file = level === undefined ? undefined : store.fileFor(server.folder, level);
          const to = chosen?.refIn(server.folder) ?? (file && store.fileRef(server.folder, file));
          if (to === undefined) throw new Error(l10n.t('Open a folder first. Project config requires a folder.'));
          label ||= file?.label ?? '';
          return { kind, server: serverRef(server), to };
        });
        await change(changes, () => transferText(kind, label));
      },
      {
        only: ({ source }) => level === undefined || source.level !== level,
        perFolder: kind === 'copy' && level !== 'user',
      },
    );
  /** The message names the edited files: disabling edits the server's own file or the user's `disabledServers`. */
  const disable = async (servers: readonly [Server, ...Server[]]) => {
    const { changesToDisable } = await import('./disable-scope.ts');
    const changes = await changesToDisable(store, servers);
    if (changes === undefined) return;
    await change(changes, (edited) => {
      const files = edited.map(({ uri }) => fileName(uri)).join(', ');
      const [{ name }, ...others] = servers;
      return others.length === 0
        ? l10n.t('Disabled {0} in {1}.', oneLine(name, 60), files)
        : l10n.t('Disabled {0} servers in {1}.', servers.length, files);
    });
  };

  const fileName = (uri: Uri): string => {
    const known = store.places.flatMap(({ files }) => files).find((file) => Uri.parse(file.uri).fsPath === uri.fsPath);
    return oneLine(known?.label ?? workspace.asRelativePath(uri), 100);
  };

  const remove = (servers: readonly Server[]) =>
    change(
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
      if (added === undefined) return;
      const name = oneLine(added.name, 60);
      if (!(await change([{ kind: 'add', ...added }], () => l10n.t('Added {0}.', name)))) return;
      const server = store.get({ ...added.to, name: added.name });
      if (server === undefined) return;
      await tree.reveal(serverRef(server));
      await showLocation({ uri: server.source.uri, range: server.range });
    },
    [commands.servers.enable]: onServers(
      l10n.t('Select a tool server to enable'),
      (servers) =>
        change(
          servers.map((server) => ({ kind: 'enable', server: serverRef(server) })),
          () =>
            servers.length === 1
              ? l10n.t('Enabled {0}.', oneLine(servers[0].name, 60))
              : l10n.t('Enabled {0} servers.', servers.length),
        ),
      { only: ({ canEnable }) => canEnable },
    ),
    [commands.servers.disable]: onServers(l10n.t('Select a tool server to disable'), disable, {
      only: ({ state }) => state === 'inEffect',
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
      await change([{ kind: 'rename', server: serverRef(server), name }], () => renamedText(server.name, name));
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
    ...renamePrompt(name),
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
  return l10n.t('Removed "{0}" from {1}.', oneLine(first.name), oneLine(first.source.label));
}

/** Opens a file and selects a range in it. */
export async function showLocation(place: Location | null): Promise<void> {
  if (place === null) return;
  const { start, end } = place.range;
  const selection = new Range(start.line, start.character, end.line, end.character);
  await window.showTextDocument(Uri.parse(place.uri), { selection });
}
