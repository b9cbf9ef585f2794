import assert from 'node:assert/strict';
import { openWorld, type World, type WorldOptions } from '../../session.ts';

const options: WorldOptions = {
  signedIn: true,
  settings: { 'switchyard.chat.model': 'openai/gpt-5-mini' },
};

/** Returns a world with the Workflows and Runs views, in which all workflows are collapsed and the newest run has failed. */
export async function openViews(): Promise<World> {
  const world = await openWorld(options);
  const { ui, service } = world;
  const { runs, workflows } = service.state;
  const failed = [...runs.values()].find(
    ({ ends, workflowId }) => ends === 'FAILED' && workflows.get(workflowId)?.name === 'Support triage',
  );
  assert.ok(failed);
  const now = Date.now();
  runs.set('run_failed', { ...failed, id: 'run_failed', createdAt: now, startsAt: now - failed.lasts });
  await ui.openSwitchyard();
  for (const pane of ['Models', 'Tool Servers']) await ui.collapse(pane);
  for (const pane of ['Workflows', 'Runs']) await ui.expandPane(pane);
  await ui.row('Workflows', /./).first().waitFor();
  await ui.pane('Workflows').locator('.monaco-list').first().focus();
  await ui.page.keyboard.press('Control+ArrowLeft');
  await ui.hasWorkflowStatuses();
  await ui.runCommand('Switchyard: Refresh Runs');
  await ui.rowByLabel('Runs', 'failed').first().waitFor();
  return world;
}
