/** Dragging servers between project and user level: onto a file, or onto a server that stands in it. */
import { type DataTransfer, DataTransferItem, type TreeDragAndDropController } from 'vscode';
import type { FileAt, ServerAt } from '../../common/tool-servers.ts';
import type { ConfigLanguage } from '../mcp/index.ts';
import { attempt } from '../shared/commands.ts';
import { draggedServers } from '../shared/contract.ts';
import type { ServerNode } from './nodes.ts';
import type { ServerStore } from './store.ts';

/** The view's own type: what it holds can be dropped in this view only. */
const mime = draggedServers;

export class ServerDrag implements TreeDragAndDropController<ServerNode> {
  readonly dragMimeTypes = [mime];
  readonly dropMimeTypes = [mime];
  readonly #store: ServerStore;
  readonly #config: ConfigLanguage;

  constructor(store: ServerStore, config: ConfigLanguage) {
    this.#store = store;
    this.#config = config;
  }

  handleDrag(source: readonly ServerNode[], transfer: DataTransfer): void {
    const servers = source.flatMap((node) => (node.kind === 'server' ? node.at : []));
    if (servers.length > 0) transfer.set(mime, new DataTransferItem(servers));
  }

  async handleDrop(target: ServerNode | undefined, transfer: DataTransfer): Promise<void> {
    const to = target && this.#fileOf(target);
    const servers = transfer.get(mime)?.value as readonly ServerAt[] | undefined;
    if (to === undefined || !Array.isArray(servers)) return;
    const changes = servers
      .filter(({ uri }: ServerAt) => uri !== to.uri)
      .map((server: ServerAt) => ({
        kind: this.#isImported(server) ? ('copy' as const) : ('move' as const),
        server,
        to,
      }));
    if (changes.length === 0) return;
    await attempt('Dropping servers', async () => {
      const { makeChanges } = await import('./edit.ts');
      await makeChanges(this.#config, changes);
      await this.#store.refresh();
    });
  }

  /** Another tool's file is not written to: what comes from there is copied. */
  #isImported(server: ServerAt): boolean {
    return this.#store.get(server)?.source.kind === 'imported';
  }

  /** Where something dropped on a row goes: into its file; beside an imported server, to the agent's file of that level. */
  #fileOf(node: ServerNode): FileAt | undefined {
    if (node.kind === 'file') return node.at;
    const server = node.kind === 'server' ? this.#store.get(node.at) : undefined;
    if (server === undefined) return undefined;
    const { folder, source } = server;
    if (source.kind !== 'imported') return { folder, uri: source.uri };
    const file = this.#store.fileFor(folder, source.level);
    return file && { folder, uri: file.uri };
  }
}
