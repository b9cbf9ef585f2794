/** Panel that compares two runs, and the selection of the runs. */
import { l10n } from 'vscode';
import { oneLine } from '../../shared/format.ts';
import { showInformation } from '../../shared/notifications.ts';
import type { OpenPanels } from '../../shared/panels/open-panels.ts';
import { compareTimes } from '../../shared/time.ts';
import { pickRun, runOf } from '../runs/index.ts';
import type { RunDetail } from '../session/run-detail.ts';
import type { RunFeed } from '../session/run-feed.ts';
import type { ServiceSession } from '../session/session.ts';
import { alignSteps } from './comparison.ts';
import { comparisonViewModel } from './comparison-view-model.ts';
import type { PanelContext } from './context.ts';
import { type ComparisonMessage, type ComparisonViewModel, parseMessage } from './messages.ts';

export type RunPair = readonly [left: RunDetail, right: RunDetail];

/** Loads two runs and returns the older one first. @throws ApiFailure */
export async function loadRunPair(feed: RunFeed, one: string, other: string): Promise<RunPair> {
  const [first, second] = await Promise.all([feed.run(one), feed.run(other)]);
  return compareTimes(first.created_at, second.created_at) <= 0 ? [first, second] : [second, first];
}

/** @param ids of two runs, in any order @throws ApiFailure */
export function openComparison(
  panels: OpenPanels,
  context: PanelContext,
  ids: readonly [string, string],
): Promise<void> {
  const id = `comparison ${[...ids].sort().join(' ')}`;
  const { feed, token, workflows } = context.session;
  const namesOf = (pair: RunPair) =>
    [...new Set(pair.map(({ workflow_id }) => workflows.nameOf(workflow_id)))].join(' · ');
  return panels.open<RunPair, ComparisonViewModel, ComparisonMessage>(
    {
      ...{ id, title: l10n.t('Run Comparison'), icon: 'diff', bundle: 'panels' },
      ...{ parse: parseMessage.comparison, end: token },
    },
    () => ({
      title: (pair) => l10n.t('{0}: Run Comparison', oneLine(namesOf(pair), 40)),
      load: () => loadRunPair(feed, ...ids),
      view: (pair) => comparisonViewModel(...pair, namesOf(pair)),
      handle({ step: index, side }, [left, right]) {
        const step = alignSteps(left.steps, right.steps)[index]?.[side];
        const run = side === 'left' ? left : right;
        return step?.error && context.runs.documents.openError(run.id, step);
      },
    }),
  );
}

/** Returns the IDs of the two selected runs; otherwise of the row's or a picked run, and another of its workflow. */
export async function pickRunPair(
  session: ServiceSession,
  node: unknown,
  selection: unknown,
): Promise<readonly [string, string] | undefined> {
  const selected = Array.isArray(selection) ? [...new Set(selection.flatMap((row) => runOf(row) ?? []))] : [];
  const [one, other, ...more] = selected;
  if (more.length > 0) {
    void showInformation(l10n.t('Select two runs to compare them.'));
    return undefined;
  }
  if (one !== undefined && other !== undefined) return [one, other];
  const first = await pickRun(session, node, l10n.t('Select the first run to compare'));
  if (first === undefined) return undefined;
  const workflow = session.runs.get(first)?.workflow_id;
  const second = await pickRun(session, undefined, l10n.t('Select the second run to compare'), {
    filter: ({ id, workflow_id }) => id !== first && (workflow === undefined || workflow_id === workflow),
    prioritize: ({ status }) => status === 'SUCCEEDED',
  });
  return second === undefined ? undefined : [first, second];
}
