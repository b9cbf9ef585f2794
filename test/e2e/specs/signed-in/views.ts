import assert from 'node:assert/strict';
import { commands } from '../../../../src/shared/generated/names.ts';
import { openWorld, type World } from '../../session.ts';
import { signedIn } from '../../worlds.ts';

/** Returns a world with the Workflows and Runs views, in which all workflows are collapsed and the newest run has failed. */
export async function openViews(): Promise<World> {
  const world = await openWorld(signedIn);
  const { ui, service, clock } = world;
  const { runs, workflows } = service.state;
  const failed = [...runs.values()].find(
    ({ ends, workflowId }) => ends === 'FAILED' && workflows.get(workflowId)?.name === 'Support triage',
  );
  assert.ok(failed);
  const now = clock.now();
  runs.set('run_failed', { ...failed, id: 'run_failed', createdAt: now, startsAt: now - failed.lasts });
  await ui.openSwitchyard();
  for (const pane of ['Models', 'Tool Servers']) await ui.collapse(pane);
  for (const pane of ['Workflows', 'Runs']) await ui.expandPane(pane);
  await ui.row('Workflows', /./).first().waitFor();
  await ui.pane('Workflows').locator('.monaco-list').first().focus();
  await ui.page.keyboard.press('Control+ArrowLeft');
  await ui.hasWorkflowStatuses();
  await ui.run(commands.runs.refresh);
  await ui.rowByLabel('Runs', 'failed').first().waitFor();
  return world;
}
