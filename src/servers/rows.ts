/** Tree items of the Tool Servers view. */
import { l10n, TreeItem, TreeItemCollapsibleState, Uri, workspace } from 'vscode';
import type { ConfigFile, ServerState } from '../../common/tool-servers.ts';
import { commands } from '../shared/contract.ts';
import { oneLine } from '../shared/format.ts';
import { platform } from '../shared/platform.ts';
import { fileDescription, fileIcon, serverDescription, serverTooltip, stateIcon, stateName } from './appearance.ts';
import type { Server } from './store.ts';
import type { OutcomeViewModel } from './test-results.ts';

export function folderRow(folder: string | null, servers: readonly Server[]): TreeItem {
  const item = new TreeItem(folderName(folder), TreeItemCollapsibleState.Expanded);
  item.description = counts(servers);
  item.contextValue = 'folder';
  return item;
}

/** Display name of a workspace folder; empty if no folder is open. */
export function folderName(folder: string | null): string {
  return folder === null ? '' : oneLine(workspace.getWorkspaceFolder(Uri.parse(folder))?.name ?? folder);
}

export function groupRow(state: ServerState, servers: readonly Server[]): TreeItem {
  const item = new TreeItem(stateName(state), TreeItemCollapsibleState.Expanded);
  item.description = String(servers.length);
  item.contextValue = 'group';
  return item;
}

export function filesRow(): TreeItem {
  const item = new TreeItem(l10n.t('Config Files'), TreeItemCollapsibleState.Collapsed);
  item.tooltip = l10n.t('Config files for tool servers. Drag a server onto a file to move it there.');
  item.contextValue = 'files';
  return item;
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
  const item = new TreeItem(oneLine(name));
  item.iconPath = stateIcon(state, problems + (test?.isSuspicious === true ? 1 : 0));
  item.description = [test?.change, serverDescription(server, overridingLabel), test?.text].filter(Boolean).join(' · ');
  if (test !== undefined && test.children.size > 0) item.collapsibleState = TreeItemCollapsibleState.Expanded;
  item.tooltip = serverTooltip(server);
  const tags = ['server', state, source.kind === 'imported' ? 'imported' : 'own', source.level];
  if (overriddenBy !== null) tags.push('overriddenBy');
  if (listedAt !== null) tags.push('listed');
  if (needsProgram(server)) tags.push('untestable');
  item.contextValue = tags.join(' ');
  item.accessibilityInformation = { label: `${oneLine(name)}, ${stateName(state)}, ${item.description}` };
  item.command = { command: commands.openServer, title: l10n.t('Open Tool Server'), arguments: [argument] };
  return item;
}

export function isTestable(server: Server): boolean {
  return server.state !== 'invalid' && !needsProgram(server);
}

/** True if the server is a program and this platform can't start programs. */
function needsProgram({ transport }: Server): boolean {
  return transport === 'stdio' && platform().programs === undefined;
}

export function fileRow(file: ConfigFile): TreeItem {
  const item = new TreeItem(oneLine(file.label));
  item.iconPath = fileIcon(file);
  item.description = fileDescription(file);
  item.tooltip = oneLine(Uri.parse(file.uri).fsPath, 300);
  item.contextValue = 'file';
  item.accessibilityInformation = { label: `${oneLine(file.label)}, ${item.description}` };
  if (file.state !== 'missing')
    item.command = { command: 'vscode.open', title: l10n.t('Open'), arguments: [Uri.parse(file.uri)] };
  return item;
}
