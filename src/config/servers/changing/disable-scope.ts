/** Where a server of another tool's file is disabled for Oh My Pi, which turns such servers off only for all projects. */
import { l10n, type QuickPickItem, window } from 'vscode';
import type { ServerChange } from '../../../../common/messages/tool-servers.ts';
import { inert, oneLine } from '../../../shared/text/format.ts';
import { type Server, type ServerStore, serverRef } from '../store.ts';

/** Returns the changes that disable the servers; undefined if the user cancels. Asks if a change would reach beyond the project. */
export async function changesToDisable(
  store: ServerStore,
  servers: readonly [Server, ...Server[]],
): Promise<readonly ServerChange[] | undefined> {
  const everywhere = servers.map((server): ServerChange => ({ kind: 'disable', server: serverRef(server) }));
  const imported = servers.filter(isImportedByProject);
  const [first] = imported;
  const userFile = first && store.fileFor(first.folder, 'user');
  const projectFile = first && store.fileFor(first.folder, 'project');
  if (first === undefined || userFile === undefined || projectFile === undefined) return everywhere;
  const items: (QuickPickItem & { readonly isHere: boolean })[] = [
    {
      label: l10n.t('Disable in This Project'),
      detail: l10n.t('Copies the server to {0} and disables the copy.', projectFile.label),
      isHere: true,
    },
    {
      label: l10n.t('Disable in All Projects'),
      detail: l10n.t('Adds the name to "disabledServers" in {0}.', userFile.label),
      isHere: false,
    },
  ];
  const title =
    servers.length === 1
      ? l10n.t('Disable {0} for Oh My Pi', inert(oneLine(first.name, 60)))
      : l10n.t('Disable {0} Servers for Oh My Pi', servers.length);
  const picked = await window.showQuickPick(items, { title, placeHolder: l10n.t('Select where to disable it') });
  if (picked === undefined) return undefined;
  return picked.isHere ? servers.flatMap((server) => inProject(store, server)) : everywhere;
}

/** True for a server of the project that Oh My Pi reads from the file of another tool. */
const isImportedByProject = ({ source, agent, folder }: Server): boolean =>
  agent === undefined && folder !== null && source.kind === 'imported' && source.level === 'project';

/** A disabled copy in the project's own file takes the name of the imported server. */
function inProject(store: ServerStore, server: Server): readonly ServerChange[] {
  const { folder, name } = server;
  const file = isImportedByProject(server) ? store.fileFor(folder, 'project') : undefined;
  if (file === undefined) return [{ kind: 'disable', server: serverRef(server) }];
  const to = { folder, uri: file.uri };
  return [
    { kind: 'copy', server: serverRef(server), to },
    { kind: 'disable', server: { ...to, name } },
  ];
}
