/** Which two runs are to be compared: the selected ones, or the one of the row and another of the same workflow. */
import { l10n, window } from 'vscode';
import { pickRun, type Runs, runOf } from '../runs/index.ts';
import type { Workflows } from '../workflows/index.ts';

export async function twoRuns(
  store: Runs['store'],
  workflows: Workflows['store'],
  node: unknown,
  selection: unknown,
): Promise<readonly [string, string] | undefined> {
  const selected = Array.isArray(selection) ? [...new Set(selection.flatMap((row) => runOf(row) ?? []))] : [];
  const [one, other, ...more] = selected;
  if (more.length > 0) {
    void window.showInformationMessage(l10n.t('Select two runs to compare them.'));
    return undefined;
  }
  if (one !== undefined && other !== undefined) return ordered(store, one, other);
  const first = await pickRun(store, workflows, node, l10n.t('Select the first run to compare'));
  if (first === undefined) return undefined;
  const workflow = store.get(first)?.workflow_id;
  const second = await pickRun(
    store,
    workflows,
    undefined,
    l10n.t('Select the second run to compare'),
    ({ id, workflow_id }) => id !== first && (workflow === undefined || workflow_id === workflow),
  );
  return second === undefined ? undefined : ordered(store, first, second);
}

/** The older run on the left. */
function ordered(store: Runs['store'], one: string, other: string): readonly [string, string] {
  const [first = '', second = ''] = [one, other].map((id) => store.get(id)?.created_at ?? '');
  return first <= second ? [one, other] : [other, one];
}
