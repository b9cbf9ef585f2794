/** Public API of the Tool Servers view, which is loaded when it is first shown or one of its commands runs. */
import type { TreeViewOptions } from 'vscode';
import { lazy } from '../../common/lazy.ts';
import type { ConfigLanguage } from '../mcp/index.ts';
import { commandsLater } from '../shared/commands.ts';
import { commandsOf, views } from '../shared/contract.ts';
import { DisposableStore } from '../shared/disposable.ts';
import { LazyTreeView } from '../shared/lazy-tree-view.ts';
import { ServerDrag } from './drag.ts';
import { McpServerProvider } from './mcp-server-provider.ts';
import type { ServerRoom } from './room.ts';

export class Servers extends DisposableStore {
  readonly drag: ServerDrag;
  /** Loads the view and its commands. */
  readonly open: () => Promise<ServerRoom>;

  constructor(config: ConfigLanguage, version: string) {
    super();
    this.open = lazy(async () => this.own(new (await import('./room.ts')).ServerRoom(config, version)));
    this.own(commandsLater(commandsOf('switchyard.servers.'), this.open));
    this.drag = new ServerDrag(async () => (await this.open()).store, config);
    const options = { canSelectMany: true, showCollapseAll: true, dragAndDropController: this.drag };
    this.own(new LazyTreeView(views.servers, options as Omit<TreeViewOptions<unknown>, 'treeDataProvider'>, this.open));
    this.own(new McpServerProvider(config));
  }
}
