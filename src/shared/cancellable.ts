import { ProgressLocation, window } from 'vscode';

/** Milliseconds in which work that is done soon shows nothing. */
const SOON = 800;

/** Runs work that the user can cancel: progress is shown once it takes a while. The signal says that the user did. */
export async function cancellable<T>(title: string, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const left = new AbortController();
  const working = work(left.signal);
  let timer: NodeJS.Timeout | undefined;
  const soon = new Promise<'slow'>((resolve) => {
    timer = setTimeout(resolve, SOON, 'slow');
  });
  try {
    if ((await Promise.race([working, soon])) !== 'slow') return await working;
  } finally {
    clearTimeout(timer);
  }
  const progress = { location: ProgressLocation.Notification, title, cancellable: true };
  return window.withProgress(progress, (_, token) => {
    token.onCancellationRequested(() => left.abort());
    return working;
  });
}
