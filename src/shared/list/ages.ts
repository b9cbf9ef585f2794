/** Keeps texts that depend on the current time, such as "5m ago" or "Today", up to date. */
import type { Disposable, Event } from 'vscode';

const minuteMs = 60_000;

export interface ViewVisibility {
  readonly visible: boolean;
  readonly onDidChangeVisibility: Event<unknown>;
}

/**
 * Calls `redraw` every minute.
 * @param view if given, `redraw` is called only while the view is visible, and when it's shown again
 */
export function redrawAges(redraw: () => void, view?: ViewVisibility): Disposable {
  const update = () => {
    if (view === undefined || view.visible) redraw();
  };
  const timer = setInterval(update, minuteMs);
  const visibility = view?.onDidChangeVisibility(update);
  return {
    dispose: () => {
      clearInterval(timer);
      visibility?.dispose();
    },
  };
}
