/** Tree items of the Tool Servers view. */
import { l10n, type TreeItem, TreeItemCollapsibleState, Uri, workspace } from 'vscode';
import type { ConfigFile, ServerState } from '../../common/tool-servers.ts';
import { oneLine } from '../shared/format.ts';
import { commands } from '../shared/generated/names.ts';
import { rowItem } from '../shared/list-tree.ts';
import { platform } from '../shared/platform.ts';
import { fileDescription, fileIcon, serverDescription, serverTooltip, stateIcon, stateName } from './appearance.ts';
import type { Server } from './store.ts';
import type { OutcomeViewModel } from './test-results.ts';

export function folderRow(folder: string | null, servers: readonly Server[]): TreeItem {
  const collapsibleState = TreeItemCollapsibleState.Expanded;
  return rowItem(folderName(folder), { collapsibleState, description: counts(servers), contextValue: 'folder' });
}

/** Display name of a workspace folder; empty if no folder is open. */
export function folderName(folder: string | null): string {
  return folder === null ? '' : oneLine(workspace.getWorkspaceFolder(Uri.parse(folder))?.name ?? folder);
}

export function groupRow(state: ServerState, servers: readonly Server[]): TreeItem {
  const collapsibleState = TreeItemCollapsibleState.Expanded;
  return rowItem(stateName(state), { collapsibleState, description: String(servers.length), contextValue: 'group' });
}

export function filesRow(): TreeItem {
  return rowItem(l10n.t('Config Files'), {
    collapsibleState: TreeItemCollapsibleState.Collapsed,
    tooltip: l10n.t('Config files for tool servers. Drag a server onto a file to move it there.'),
    contextValue: 'files',
  });
}

export function counts(servers: readonly Server[]): string {
  return l10n.t('{0} of {1} in effect', servers.filter(({ state }) => state === 'inEffect').length, servers.length);
}

/**
 * @param argument passed to the command of the row
 * @param overridingLabel display name of the file that overrides the server
 * @param test its last connection test
 */
export function serverRow(
  server: Server,
  argument: unknown,
  overridingLabel: string | undefined,
  test: OutcomeViewModel | undefined,
): TreeItem {
  const { name, state, problems, source, overriddenBy, listedAt } = server;
  const description = [test?.change, serverDescription(server, overridingLabel), test?.text]
    .filter(Boolean)
    .join(' · ');
  const tags = ['server', state, source.kind === 'imported' ? 'imported' : 'own', source.level];
  if (overriddenBy !== null) tags.push('overriddenBy');
  if (listedAt !== null) tags.push('listed');
  if (needsProgram(server)) tags.push('untestable');
  return rowItem(oneLine(name), {
    iconPath: stateIcon(state, problems + (test?.isSuspicious === true ? 1 : 0)),
    description,
    ...(test !== undefined && test.children.size > 0 && { collapsibleState: TreeItemCollapsibleState.Expanded }),
    tooltip: serverTooltip(server),
    contextValue: tags.join(' '),
    accessibilityInformation: { label: `${oneLine(name)}, ${stateName(state)}, ${description}` },
    command: { command: commands.servers.open, title: l10n.t('Open Tool Server'), arguments: [argument] },
  });
}

export function isTestable(server: Server): boolean {
  return server.state !== 'invalid' && !needsProgram(server);
}

/** True if the server is a program and this platform can't start programs. */
function needsProgram({ transport }: Server): boolean {
  return transport === 'stdio' && platform().programs === undefined;
}

export function fileRow(file: ConfigFile): TreeItem {
  const uri = Uri.parse(file.uri);
  const description = fileDescription(file);
  return rowItem(oneLine(file.label), {
    iconPath: fileIcon(file),
    description,
    tooltip: oneLine(uri.fsPath, 300),
    contextValue: 'file',
    accessibilityInformation: { label: `${oneLine(file.label)}, ${description}` },
    ...(file.state !== 'missing' && { command: { command: 'vscode.open', title: l10n.t('Open'), arguments: [uri] } }),
  });
}
