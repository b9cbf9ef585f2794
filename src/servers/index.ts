/** The door of the tool servers room. */
import { lazy } from '../../common/lazy.ts';
import type { ConfigLanguage } from '../mcp/index.ts';
import { commandsLater } from '../shared/commands.ts';
import { commandsOf, draggedServers, views } from '../shared/contract.ts';
import { Owner } from '../shared/disposable.ts';
import { treeLater } from '../shared/later-tree.ts';
import { registerBridge } from './bridge.ts';
import type { ServerRoom } from './room.ts';

/** @param config asked for the servers when the view is first shown @param version of this extension */
export function registerServers(config: ConfigLanguage, version: string): Servers {
  return new Servers(config, version);
}

export class Servers extends Owner {
  /** The room, which is loaded when this is first called. */
  readonly open: () => Promise<ServerRoom>;

  constructor(config: ConfigLanguage, version: string) {
    super();
    this.open = lazy(async () => this.own(new (await import('./room.ts')).ServerRoom(config, version)));
    this.own(commandsLater(commandsOf('switchyard.servers.'), this.open));
    const shape = { canSelectMany: true, showCollapseAll: true, dragged: draggedServers };
    this.own(treeLater(views.servers, shape, this.open));
    this.own(registerBridge(config));
  }
}
