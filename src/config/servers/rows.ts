/** Rows of the Tool Servers view. */
import { l10n, type TreeItem, TreeItemCollapsibleState, Uri, workspace } from 'vscode';
import type { FileRef, ServerRef, ServerState } from '../../../common/messages/tool-servers.ts';
import { commands } from '../../shared/generated/names.ts';
import { Row, rowItem } from '../../shared/list/row.ts';
import { platform } from '../../shared/platform.ts';
import { oneLine } from '../../shared/text/format.ts';
import { fileDescription, fileIcon, serverDescription, serverTooltip, stateIcon, stateName } from './appearance.ts';
import { idOf, type Server, type ServerStore, serverRef } from './store.ts';
import type { TestResults } from './testing/test-results.ts';

/** In the order of the tree. */
const states: readonly ServerState[] = ['inEffect', 'pending', 'unknown', 'disabled', 'overridden', 'invalid'];

interface ServerLists {
  readonly store: ServerStore;
  readonly results: TestResults;
}

export type AnyRow = Row<ServerLists>;

/** Returns the folders, or the groups if there is only one folder. */
export function rootsOf(lists: ServerLists): AnyRow[] {
  const { folders } = lists.store;
  return folders.length > 1
    ? folders.map((folder) => new FolderRow(lists, folder))
    : folders.flatMap((folder) => groupsOf(lists, folder));
}

/** Returns the states that have servers, and always the config files. */
function groupsOf(lists: ServerLists, folder: string | null, parent?: FolderRow): AnyRow[] {
  const used = new Set(lists.store.serversIn(folder).map(({ state }) => state));
  const groups = states.filter((state) => used.has(state));
  return [...groups.map((state) => new GroupRow(lists, folder, state, parent)), new FilesRow(lists, folder, parent)];
}

class FolderRow extends Row<ServerLists> {
  readonly #folder: string | null;

  constructor(lists: ServerLists, folder: string | null) {
    super(lists, JSON.stringify([folder]));
    this.#folder = folder;
  }

  override item(): TreeItem {
    return rowItem(folderName(this.#folder), {
      collapsibleState: TreeItemCollapsibleState.Expanded,
      description: counts(this.lists.store.serversIn(this.#folder)),
      contextValue: 'folder',
    });
  }

  override children(): AnyRow[] {
    return groupsOf(this.lists, this.#folder, this);
  }
}

/** The servers of a folder in one state. */
class GroupRow extends Row<ServerLists> {
  readonly #folder: string | null;
  readonly #state: ServerState;

  constructor(lists: ServerLists, folder: string | null, state: ServerState, parent?: FolderRow) {
    super(lists, JSON.stringify([folder, state]), parent);
    this.#folder = folder;
    this.#state = state;
  }

  get #servers(): readonly Server[] {
    return this.lists.store.serversIn(this.#folder).filter(({ state }) => state === this.#state);
  }

  override item(): TreeItem {
    return rowItem(stateName(this.#state), {
      collapsibleState: TreeItemCollapsibleState.Expanded,
      description: String(this.#servers.length),
      contextValue: 'group',
    });
  }

  override children(): ServerRow[] {
    return this.#servers.map((server) => new ServerRow(this, serverRef(server)));
  }
}

class FilesRow extends Row<ServerLists> {
  readonly #folder: string | null;

  constructor(lists: ServerLists, folder: string | null, parent?: FolderRow) {
    super(lists, JSON.stringify([folder, 'files']), parent);
    this.#folder = folder;
  }

  override item(): TreeItem {
    return rowItem(l10n.t('Config Files'), {
      collapsibleState: TreeItemCollapsibleState.Collapsed,
      tooltip: l10n.t('Config files for tool servers. Drag a server onto a file to move it there.'),
      contextValue: 'files',
    });
  }

  override children(): FileRow[] {
    const files = this.lists.store.filesIn(this.#folder);
    return files.map((file) => new FileRow(this, this.lists.store.fileRef(this.#folder, file)));
  }
}

export class ServerRow extends Row<ServerLists> {
  readonly at: ServerRef;

  constructor(parent: GroupRow, at: ServerRef) {
    super(parent.lists, idOf(at), parent);
    this.at = at;
  }

  override item(): TreeItem {
    const { store, results } = this.lists;
    const server = store.get(this.at);
    if (server === undefined) return rowItem(oneLine(this.at.name));
    const { state, isPartial, source, overriddenBy, listedAt } = server;
    const name = oneLine(server.name);
    const test = results.viewOf(this.at);
    const described = serverDescription(server, store.overridingLabel(server));
    // A narrow side bar cuts off the end.
    const parts = test?.hasFailed === true ? [test.text, described] : [test?.change, described, test?.text];
    const description = parts.filter(Boolean).join(' · ');
    const tags = ['server', state, source.level];
    if (overriddenBy !== null || listedAt !== null) tags.push('decided');
    if (server.canEnable) tags.push('canEnable');
    if (needsProgram(server)) tags.push('untestable');
    return rowItem(name, {
      iconPath: stateIcon(state, isPartial || test?.isSuspicious === true || test?.hasFailed === true),
      description,
      ...(test !== undefined && test.children.size > 0 && { collapsibleState: TreeItemCollapsibleState.Expanded }),
      tooltip: serverTooltip(server),
      contextValue: tags.join(' '),
      accessibilityInformation: { label: `${name}, ${stateName(state)}, ${description}` },
      command: { command: commands.servers.open, title: l10n.t('Open Tool Server'), arguments: [this] },
    });
  }

  override children(): TestRow[] {
    return testRows(this, this, []);
  }
}

/** A row below a tested server. */
export class TestRow extends Row<ServerLists> {
  readonly server: ServerRow;
  /** Names of the rows from the server to this one, such as `tools` and `0`. */
  readonly path: readonly string[];

  constructor(parent: ServerRow | TestRow, server: ServerRow, path: readonly string[]) {
    const { folder, uri, name } = server.at;
    super(parent.lists, JSON.stringify([folder, uri, name, ...path]), parent);
    this.server = server;
    this.path = path;
  }

  override item(): TreeItem {
    // A later test of the server may have no such row.
    const { label = '', command, ...item } = this.lists.results.itemOf(this.server.at, this.path) ?? {};
    return rowItem(String(label), { ...item, ...(command && { command: { arguments: [this], ...command } }) });
  }

  override children(): TestRow[] {
    return testRows(this, this.server, this.path);
  }
}

function testRows(parent: ServerRow | TestRow, server: ServerRow, path: readonly string[]): TestRow[] {
  const keys = parent.lists.results.keysBelow(server.at, path);
  return keys.map((key) => new TestRow(parent, server, [...path, key]));
}

export class FileRow extends Row<ServerLists> {
  readonly at: FileRef;

  constructor(parent: FilesRow, at: FileRef) {
    super(parent.lists, JSON.stringify([at.folder, at.uri, ...(at.section ? [at.section] : [])]), parent);
    this.at = at;
  }

  override item(): TreeItem {
    const file = this.lists.store.file(this.at);
    if (file === undefined) return rowItem(oneLine(this.at.uri));
    const uri = Uri.parse(file.uri);
    const label = oneLine(file.label);
    const description = fileDescription(file, this.lists.store.agent?.name);
    return rowItem(label, {
      iconPath: fileIcon(file),
      description,
      tooltip: oneLine(uri.fsPath, 300),
      contextValue: 'file',
      accessibilityInformation: { label: `${label}, ${description}` },
      ...(file.state !== 'missing' && { command: { command: 'vscode.open', title: l10n.t('Open'), arguments: [uri] } }),
    });
  }
}

/** Display name of a workspace folder; empty if no folder is open. */
export function folderName(folder: string | null): string {
  return folder === null ? '' : oneLine(workspace.getWorkspaceFolder(Uri.parse(folder))?.name ?? folder);
}

export function counts(servers: readonly Server[]): string {
  if (servers.some(({ state }) => state === 'unknown')) return l10n.t('in effect: not known');
  return l10n.t('{0} of {1} in effect', servers.filter(({ state }) => state === 'inEffect').length, servers.length);
}

export function isTestable(server: Server): boolean {
  return server.state !== 'invalid' && !needsProgram(server);
}

/** True if the server is a program and this platform can't start programs. */
function needsProgram({ transport }: Server): boolean {
  return transport === 'stdio' && platform().programs === undefined;
}
