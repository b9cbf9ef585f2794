/** Determines which servers a command applies to: the selected rows, or in the palette, the one that the user picks. */
import { l10n, type QuickPickItem } from 'vscode';
import { pickItem } from '../../shared/list/pick-item.ts';
import { Row } from '../../shared/list/row.ts';
import { inert, oneLine } from '../../shared/text/format.ts';
import { stateIcon, stateName } from './appearance.ts';
import { folderName, ServerRow, TestRow } from './rows.ts';
import { idOf, type Server, type ServerStore, serverRef } from './store.ts';

/** Returns the servers of the selected rows; of several, those that match `only`. Without rows, the user picks one. */
export async function chosenServers(
  store: ServerStore,
  argument: unknown,
  selection: unknown,
  question: string,
  only: (server: Server) => boolean = () => true,
): Promise<readonly Server[]> {
  // A code lens of the language server passes the document's URI and a name.
  if (typeof argument === 'string' && typeof selection === 'string') {
    await store.refresh();
    return store.servers.filter(({ source, name }) => source.uri === argument && name === selection).slice(0, 1);
  }
  if (!(argument instanceof Row)) {
    const picked = await pickServer(store, question, only, argument);
    return picked === undefined ? [] : [picked];
  }
  const rows = Array.isArray(selection) && selection.length > 1 ? selection : [argument];
  return rows.flatMap((row) => {
    const server = row instanceof ServerRow ? store.get(row.at) : undefined;
    return server !== undefined && (rows.length === 1 || only(server)) ? server : [];
  });
}

async function pickServer(
  store: ServerStore,
  question: string,
  only: (server: Server) => boolean,
  argument: unknown,
): Promise<Server | undefined> {
  await store.refresh();
  const several = store.places.length > 1;
  const items = store.servers.filter(only).map((server): QuickPickItem & { server: Server } => ({
    label: inert(oneLine(server.name)),
    description: stateName(server.state),
    detail: inert([several ? folderName(server.folder) : '', oneLine(server.source.label)].filter(Boolean).join(' · ')),
    iconPath: stateIcon(server.state),
    server,
  }));
  const isRow = ({ server }: { server: Server }, row: unknown) => {
    const first = row instanceof TestRow ? row.server : row;
    return first instanceof ServerRow && first.id === idOf(serverRef(server));
  };
  const none =
    store.servers.length === 0
      ? l10n.t('No tool servers found.')
      : l10n.t('This command applies to none of the {0} tool servers.', store.servers.length);
  return (await pickItem(items, question, store, none, argument, isRow))?.server;
}
