/** The panel with the details of a workflow: what its buttons do, and when it loads again. */
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { Uri } from 'vscode';
import type { PanelServices } from '../../../../src/service/panels/services.ts';
import { openDetails } from '../../../../src/service/panels/workflow/details-panel.ts';
import { OpenPanels } from '../../../../src/shared/panels/open-panels.ts';
import { commands, panels, settings } from '../../fake-vscode.ts';
import { sessionOf } from '../../session.ts';
import { settle } from '../../settle.ts';
import { run, version, workflow, workflowDetails } from '../api/support.ts';

beforeEach(() => void settings.set('switchyard.runs.pageSize', 20));

async function setUp() {
  let details: object = { ...workflowDetails, active_version_id: 'ver_1' };
  const requests: string[] = [];
  const session = sessionOf({
    listWorkflows: async () => [workflow],
    getWorkflow: async () => {
      requests.push('details');
      return details;
    },
    getVersion: async () => version(1),
    listExecutions: async () => ({ items: [run(1)], total: 1, succeeded: 1, failed: 0, page: 1, limit: 20 }),
  });
  const openVersion = vi.fn();
  const context = { session, workflows: { documents: { openVersion } } } as unknown as PanelServices;
  await session.workflows.ensure();
  await openDetails(new OpenPanels(Uri.parse('file:///x')), context, workflow.id);
  const [panel] = panels;
  if (panel === undefined) throw new Error('No panel was opened.');
  const send = async (message: object) => {
    panel.messages.fire(message);
    await settle(5);
  };
  await send({ kind: 'ready' });
  /** Changes the record elsewhere, and loads it as a view does. */
  const change = async (more: object) => {
    details = { ...details, ...more };
    requests.length = 0;
    await session.workflows.reloadDetail(workflow.id);
    await settle(5);
    return requests.length - 1;
  };
  return { send, change, openVersion };
}

describe('the panel of a workflow', () => {
  test.each([
    ['sendWebhook', 'switchyard.workflows.editWebhookBody'],
    ['openStatistics', 'switchyard.workflows.openPanel'],
    ['publish', 'switchyard.versions.publish'],
    ['enable', 'switchyard.workflows.enable'],
    ['disable', 'switchyard.workflows.disable'],
    ['watch', 'switchyard.workflows.watch'],
  ])('has a button %s, which runs %s on the workflow', async (action, command) => {
    const execute = vi.fn(async () => undefined);
    const { send } = await setUp();
    Object.assign(commands, { executeCommand: execute });
    await send({ kind: 'action', action });
    expect(execute.mock.calls).toEqual([[command, expect.objectContaining({ kind: 'workflow', id: workflow.id })]]);
  });

  test('opens a run of its list, and the active version', async () => {
    const execute = vi.fn(async () => undefined);
    const { send, openVersion } = await setUp();
    Object.assign(commands, { executeCommand: execute });
    await send({ kind: 'openRun', run: 0 });
    await send({ kind: 'openRun', run: 1 });
    expect(execute.mock.calls).toEqual([['switchyard.runs.openPanel', { kind: 'run', id: run(1).id }]]);
    await send({ kind: 'action', action: 'openVersion' });
    expect(openVersion).toHaveBeenCalledWith(version(1));
  });

  test.each([
    ['the active version', { active_version_id: 'ver_2' }, 1],
    ['the schedule', { schedule_options: '{"everyMinutes": 60}' }, 1],
    ['the status', { status: 'disabled' }, 0],
  ])('loads again only if the record does not say all: after a change of %s', async (_what, more, loads) => {
    const { change } = await setUp();
    expect(await change(more)).toBe(loads);
  });
});
