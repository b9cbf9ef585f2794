/** Drag and drop of servers to a config file: onto the file's row or the row of a server in it. */
import { DataTransferItem, type TreeDragAndDropController } from 'vscode';
import type { FileRef, ServerRef } from '../../../../common/messages/tool-servers.ts';
import { runAction } from '../../../shared/commands.ts';
import { type AnyRow, FileRow, ServerRow } from '../rows.ts';
import { distinctDefinitions, type ServerStore } from '../store.ts';
import type { ChangeServers } from './edit.ts';

/** Used only by this view, which accepts no other type. */
const mimeType = 'application/vnd.code.tree.switchyard.servers';

export type ServerDrag = ReturnType<typeof serverDrag>;

export function serverDrag(store: ServerStore, change: ChangeServers) {
  return {
    dragMimeTypes: [mimeType],
    dropMimeTypes: [mimeType],

    handleDrag(source, transfer) {
      const servers = source.flatMap((row) => (row instanceof ServerRow ? row.at : []));
      if (servers.length > 0) transfer.set(mimeType, new DataTransferItem(servers));
    },

    async handleDrop(target, transfer) {
      const to = target && fileOf(store, target);
      const servers = transfer.get(mimeType)?.value as readonly ServerRef[] | undefined;
      if (to === undefined || !Array.isArray(servers)) return;
      const dropped = distinctDefinitions<ServerRef>(servers, (server) => server).filter(
        ({ uri, section }) => uri !== to.uri || section !== to.section,
      );
      if (dropped.length === 0) return;
      await runAction('Dropping servers', async () => {
        const { kindOfDrop, transferText } = await import('./transfer.ts');
        const kind = await kindOfDrop(store, dropped, to);
        if (kind === undefined) return;
        const changes = dropped.map((server) => ({ kind, server, to }));
        await change(changes, () => transferText(kind, store.file(to)?.label ?? ''));
      });
    },
  } satisfies TreeDragAndDropController<AnyRow>;
}

/** Returns the file to drop into: that of the row. */
function fileOf(store: ServerStore, row: AnyRow): FileRef | undefined {
  if (row instanceof FileRow) return row.at;
  const server = row instanceof ServerRow ? store.get(row.at) : undefined;
  return server && store.fileRef(server.folder, server.source);
}
