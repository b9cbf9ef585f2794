/** Selection of the two runs of a comparison. */
import { l10n } from 'vscode';
import { showInformation } from '../../../shared/notifications.ts';
import { compareTimes } from '../../../shared/text/time.ts';
import { pickRun, runOf } from '../../runs/index.ts';
import type { ServiceSession } from '../../session/session.ts';

/** IDs of two runs. */
interface RunPair {
  readonly earlier: string;
  readonly later: string;
}

/**
 * Returns the two selected runs; otherwise the row's or a picked run, and another of its workflow.
 * @throws ApiFailure if a run that isn't in the list can't be loaded
 */
export async function pickRunPair(
  session: ServiceSession,
  node: unknown,
  selection: unknown,
): Promise<RunPair | undefined> {
  const selected = Array.isArray(selection) ? [...new Set(selection.flatMap((row) => runOf(row) ?? []))] : [];
  const [one, other, ...more] = selected;
  if (more.length > 0) {
    void showInformation(l10n.t('Select two runs to compare them.'));
    return undefined;
  }
  if (one !== undefined && other !== undefined) return orderRuns(session, one, other);
  const first = await pickRun(session, node, l10n.t('Select the first run to compare'));
  if (first === undefined) return undefined;
  const workflow = (await recordOf(session, first)).workflow_id;
  const second = await pickRun(session, undefined, l10n.t('Select the second run to compare'), {
    filter: ({ id, workflow_id }) => id !== first && workflow_id === workflow,
    prioritize: ({ status }) => status === 'SUCCEEDED',
  });
  return second === undefined ? undefined : orderRuns(session, first, second);
}

const recordOf = async ({ runs, feed }: ServiceSession, id: string) => runs.get(id) ?? (await feed.run(id));

/** Exported for tests. */
export async function orderRuns(
  session: Pick<ServiceSession, 'runs' | 'feed'>,
  one: string,
  other: string,
): Promise<RunPair> {
  const [first, second] = await Promise.all([one, other].map((id) => recordOf(session as ServiceSession, id)));
  const isInOrder = compareTimes(first?.created_at ?? '', second?.created_at ?? '') <= 0;
  return isInOrder ? { earlier: one, later: other } : { earlier: other, later: one };
}
