/** Where servers are moved or copied to. */
import { l10n, type QuickPickItem, ThemeIcon, window } from 'vscode';
import { newFiles } from '../../../../common/generated/targets.ts';
import { lookUp } from '../../../../common/guards.ts';
import type { ConfigFile, FileRef, ServerRef } from '../../../../common/messages/tool-servers.ts';
import { inert, oneLine } from '../../../shared/text/format.ts';
import { fileDescription, fileIcon } from '../appearance.ts';
import { acceptsServers, type Server, type ServerStore } from '../store.ts';

/** A file to which servers are moved or copied. */
interface TransferTarget {
  readonly label: string;
  /** Returns the reference to it in the folder of a server. */
  refIn(folder: string | null): FileRef;
}

/** Asks for the file. @returns undefined if the user cancels @throws Error if there is no other file */
export async function fileForTransfer(
  store: ServerStore,
  kind: 'move' | 'copy',
  servers: readonly [Server, ...Server[]],
): Promise<TransferTarget | undefined> {
  const [first] = servers;
  const isFrom = (file: ConfigFile): boolean =>
    servers.every(({ source }) => source.uri === file.uri && source.section === file.section);
  const shown = store
    .filesIn(first.folder)
    .filter((file) => acceptsServers(file) && !isFrom(file))
    .map((file) => ({
      label: inert(oneLine(file.label)),
      description: fileDescription(file, store.agent?.name),
      iconPath: fileIcon(file),
      target: { label: file.label, refIn: (folder: string | null) => store.fileRef(folder, file) },
    }));
  const items = [...shown, ...filesOfOthers(store, first)];
  if (items.length === 0) throw new Error(l10n.t('Open a folder first. Project config requires a folder.'));
  const name = inert(oneLine(first.name, 60));
  const title =
    servers.length > 1
      ? kind === 'move'
        ? l10n.t('Move {0} tool servers to…', servers.length)
        : l10n.t('Copy {0} tool servers to…', servers.length)
      : kind === 'move'
        ? l10n.t('Move {0} to…', name)
        : l10n.t('Copy {0} to…', name);
  return (await window.showQuickPick(items, { title, placeHolder: l10n.t('Select a config file') }))?.target;
}

/** Files of the project for agents that are used here, too. A server is converted to their format. */
function filesOfOthers(store: ServerStore, { folder, source }: Server) {
  if (folder === null) return [];
  const listed = new Set([source.uri, ...store.filesIn(folder).map(({ uri }) => uri)]);
  const agents = store.places.find((place) => place.folder === folder)?.agents ?? [];
  return agents.flatMap(({ id, name, found }) => {
    const path = lookUp<string>(newFiles, id);
    if (found === null || path === undefined || listed.has(`${folder}/${path}`)) return [];
    const refIn = (at: string | null): FileRef => ({ folder: at, uri: `${at ?? folder}/${path}`, agent: id });
    return { label: path, description: name, iconPath: new ThemeIcon('json'), target: { label: path, refIn } };
  });
}

/**
 * Asks whether servers of another tool's file are moved or copied, because moving takes them from that tool.
 * @returns undefined if the user cancels
 */
export async function kindOfDrop(
  store: ServerStore,
  servers: readonly ServerRef[],
  to: FileRef,
): Promise<'move' | 'copy' | undefined> {
  const target = store.file(to);
  const others = servers.flatMap((server) => {
    const { source } = store.get(server) ?? {};
    return source === undefined || source.tool === target?.tool ? [] : [source];
  });
  const [first] = others;
  if (first === undefined || target === undefined) return 'move';
  const label = inert(oneLine(target.label, 60));
  const items: (QuickPickItem & { readonly as: 'move' | 'copy' })[] = [
    { as: 'copy', label: l10n.t('Copy to {0}', label), detail: l10n.t('{0} stays unchanged.', first.label) },
    {
      as: 'move',
      label: l10n.t('Move to {0}', label),
      detail: l10n.t('Also deletes the original in {0}, which {1} reads.', first.label, first.tool),
    },
  ];
  return (await window.showQuickPick(items, { placeHolder: l10n.t('Select what to do with the original') }))?.as;
}

/** What a move or a copy to a file has done. */
export const transferText = (kind: 'move' | 'copy', label: string): string =>
  kind === 'move' ? l10n.t('Moved to {0}.', oneLine(label)) : l10n.t('Copied to {0}.', oneLine(label));
