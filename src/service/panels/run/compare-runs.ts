/** Selection of the two runs of a comparison. */
import { l10n } from 'vscode';
import { showInformation } from '../../../shared/notifications.ts';
import { compareTimes } from '../../../shared/text/time.ts';
import { pickRun, runOf } from '../../runs/index.ts';
import type { ServiceSession } from '../../session/session.ts';

/** IDs of two runs. */
type RunPair = readonly [earlier: string, later: string];

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
  if (selected.length > 2) {
    void showInformation(l10n.t('Select two runs to compare them.'));
    return undefined;
  }
  const { runs, feed } = session;
  const load = async (id: string) => runs.get(id) ?? (await feed.run(id));
  const pick = async (): Promise<readonly string[]> => {
    const first = await pickRun(session, node, l10n.t('Select the first run to compare'));
    if (first === undefined) return [];
    const workflow = (await load(first)).workflow_id;
    const second = await pickRun(session, undefined, l10n.t('Select the second run to compare'), {
      filter: ({ id, workflow_id }) => id !== first && workflow_id === workflow,
      prioritize: ({ status }) => status === 'SUCCEEDED',
    });
    return second === undefined ? [] : [first, second];
  };
  const ids = selected.length === 2 ? selected : await pick();
  const created = await Promise.all(ids.map(async (id) => ({ id, at: (await load(id)).created_at })));
  const [earlier, later] = created.sort((one, other) => compareTimes(one.at, other.at));
  return earlier && later && [earlier.id, later.id];
}
