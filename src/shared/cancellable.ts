/** Progress of work, with a way to cancel it. */
import { type CancellationToken, ProgressLocation, window } from 'vscode';
import { realClock, wait } from '../../common/clock.ts';
import { inert } from './text/format.ts';

/** Returns a signal that is aborted when the token is canceled. */
export function signalOf(token: CancellationToken): AbortSignal {
  const controller = new AbortController();
  token.onCancellationRequested(() => controller.abort());
  if (token.isCancellationRequested) controller.abort();
  return controller.signal;
}

/** Milliseconds until progress is shown, so that short work shows none. */
const progressDelayMs = 800;

/** Reports progress: a message and, if known, how much of the total is done. */
type Report = (message: string, done?: number, of?: number) => void;

/** Runs work, with cancelable progress if it takes a while. The signal is aborted when the user cancels. */
export async function withCancellableProgress<T>(
  title: string,
  work: (signal: AbortSignal, report: Report) => Promise<T>,
): Promise<T> {
  const left = new AbortController();
  let latest: Parameters<Report> | undefined;
  let show: Report | undefined;
  const working = work(left.signal, (...news) => {
    latest = news;
    show?.(...news);
  });
  const ended = new AbortController();
  const soon = wait(realClock, progressDelayMs, ended.signal).then(() => true);
  const isSlow = await Promise.race([working.then(() => false), soon]).finally(() => ended.abort());
  if (!isSlow) return working;
  // A notification shows the title, and links in it would run commands.
  const options = { location: ProgressLocation.Notification, title: inert(title), cancellable: true };
  return window.withProgress(options, (progress, token) => {
    token.onCancellationRequested(() => left.abort());
    let shown = 0;
    show = (message, done, of) => {
      const percent = done === undefined || !of ? shown : (100 * done) / of;
      progress.report({ message: inert(message), increment: percent - shown });
      shown = percent;
    };
    if (latest) show(...latest);
    return working;
  });
}

/** Shows progress in a view until the work ends. @param view its ID */
export function withViewProgress<T>(view: string, work: () => Promise<T>): Thenable<T> {
  return window.withProgress({ location: { viewId: view } }, work);
}
