/** What the rows of the Tool Servers view stand for. */
import type { FileAt, ServerAt, ServerState } from '../../common/tool-servers.ts';
import { idOf } from './store.ts';

type Folder = string | null;

export type ServerNode =
  | { readonly kind: 'folder'; readonly folder: Folder }
  | { readonly kind: 'group'; readonly folder: Folder; readonly group: ServerState | 'files' }
  | { readonly kind: 'server'; readonly at: ServerAt }
  | { readonly kind: 'file'; readonly at: FileAt };

/** Stays the same for as long as the row is about the same thing. */
export function idOfNode(node: ServerNode): string {
  switch (node.kind) {
    case 'folder':
      return JSON.stringify([node.folder]);
    case 'group':
      return JSON.stringify([node.folder, node.group]);
    case 'server':
      return idOf(node.at);
    case 'file':
      return JSON.stringify([node.at.folder, node.at.uri]);
  }
}
