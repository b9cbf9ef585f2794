/** Badge of the Runs view: the number of runs that failed since the view was last visible, by default without tests. */
import { Disposable, l10n, type Memento, type TreeView } from 'vscode';
import { setting } from '../../../shared/settings.ts';
import { timeOf } from '../../../shared/text/time.ts';
import type { WorkflowRunMetadata } from '../../api/index.ts';
import { isTest } from '../../session/runs/run-state.ts';
import type { ServiceSession } from '../../session/session.ts';

/** Per connection: time of the last change that the user has seen, by the clock of its service, in epoch milliseconds. */
const storageKey = 'switchyard.runs.seenUntil';

export function failureBadge(
  view: TreeView<unknown>,
  { feed, credentials }: Pick<ServiceSession, 'feed' | 'credentials'>,
  memory: Memento,
): Disposable {
  /** Times of the last changes of the failed runs on the newest page, and of the latest change of any run on it. */
  let failures: readonly number[] = [];
  let latest = 0;
  let testFailures: readonly number[] = [];
  const key = `${storageKey} ${credentials.id}`;
  const seenUntil = (): number | undefined => {
    const value = memory.get<unknown>(key);
    return typeof value === 'number' ? value : undefined;
  };
  const markSeen = () => {
    if (latest !== seenUntil()) void memory.update(key, latest);
  };
  const show = () => {
    if (view.visible && latest > 0) markSeen();
    const seen = seenUntil() ?? 0;
    const value = view.visible ? 0 : failures.filter((at) => at > seen).length;
    const text = value === 1 ? l10n.t('1 run failed') : l10n.t('{0} runs failed', value);
    const tooltip = testFailures.some((at) => at > seen) ? l10n.t('{0} (without tests)', text) : text;
    view.badge = value > 0 ? { value, tooltip } : undefined;
  };
  return Disposable.from(
    view.onDidChangeVisibility(show),
    feed.onDidReceive(({ runs, newest }) => {
      if (!newest) return;
      const failed = runs.filter(({ status }) => status === 'FAILED');
      const tests = setting('switchyard.runs.countTests') ? [] : failed.filter(isTest);
      failures = failed.filter((run) => !tests.includes(run)).map(changedAt);
      testFailures = tests.map(changedAt);
      latest = Math.max(0, ...runs.map(changedAt));
      const seen = seenUntil();
      // Failures before the first use aren't counted. A time after all changes is from a clock that was ahead.
      if (seen === undefined || (runs.length > 0 && latest < seen)) markSeen();
      show();
    }),
    {
      dispose: () => {
        view.badge = undefined;
      },
    },
  );
}

/** Returns when the run last changed, in epoch milliseconds. */
function changedAt({ created_at, started_at, finished_at }: WorkflowRunMetadata): number {
  return Math.max(...[created_at, started_at, finished_at].map((time) => timeOf(time) || 0));
}
