/** Keeps the Runs view up to date while it is seen. */
import { type Disposable, type TreeView, window, workspace } from 'vscode';
import type { Connection } from '../account/index.ts';
import { apiErrorOf } from '../api/errors.ts';
import { Owner } from '../shared/disposable.ts';
import { RefreshLoop } from '../shared/refresh-loop.ts';
import { setting } from '../shared/settings.ts';
import type { RunStore } from './store.ts';

/** Shortest time between two looks, whatever the setting says, in seconds. */
const SHORTEST = 3;

export function watchRuns(store: RunStore, view: TreeView<unknown>, connection: Connection): Disposable {
  return new RunWatch(store, view, connection);
}

class RunWatch extends Owner {
  constructor(store: RunStore, view: TreeView<unknown>, connection: Connection) {
    super();
    const loop = this.own(
      new RefreshLoop({
        // A refused key is not tried again by itself; and the first load is the view's own.
        watched: () =>
          view.visible &&
          window.state.focused &&
          connection.state.kind !== 'unauthorized' &&
          store.state !== 'unloaded',
        delay: () => {
          const seconds = store.active
            ? Math.max(SHORTEST, setting('switchyard.refresh.whileRunning'))
            : setting('switchyard.refresh.whenIdle');
          return seconds > 0 ? seconds * 1000 : undefined;
        },
        ask: async () => {
          await store.poll();
          if (store.failure === undefined) return undefined;
          const error = apiErrorOf(store.failure);
          return error?.kind === 'rateLimited' && error.retryAfterMs !== undefined
            ? { retryAfterMs: error.retryAfterMs }
            : {};
        },
      }),
    );
    const wake = () => loop.wake();
    this.own(view.onDidChangeVisibility(wake));
    this.own(window.onDidChangeWindowState(wake));
    this.own(connection.onDidChange(wake));
    this.own(
      workspace.onDidChangeConfiguration((change) => change.affectsConfiguration('switchyard.refresh') && wake()),
    );
    // The first runs begin it; later changes come from the loop itself or set its pace anew.
    this.own(store.onDidChange((id) => id === undefined && wake()));
  }
}
