import { beforeEach, expect, test, vi } from 'vitest';
import { panelCommands } from '../../../../src/service/panels/commands.ts';
import { none } from '../../../../src/shared/knowledge.ts';
import { OpenPanels } from '../../../../src/shared/panels/open-panels.ts';
import { commands, panels, settings, Uri, window } from '../../fake-vscode.ts';
import { TestAccounts } from '../../session.ts';
import { workflowDetails } from '../api/support.ts';
import { iso, run, step } from './fixtures.ts';

const failed = step('Send', { status: 'FAILED', error: 'Mailbox full' });
const runs = ['SUCCEEDED', 'FAILED'].map((status, at) => run([failed], { id: status, status, created_at: iso(at) }));
let listed = runs;

function panelCommandsOf() {
  const accounts = new TestAccounts({
    listWorkflows: async () => [],
    getWorkflow: async () => ({ ...workflowDetails, name: 'Invoices' }),
    listExecutions: async () => ({ items: listed, total: listed.length, succeeded: 1, failed: 1, page: 1, limit: 20 }),
    getExecution: async (id: string) => runs.find((one) => one.id === id),
    serviceNow: () => undefined,
  });
  const workflows = { tree: {}, payloads: async () => ({ ofRun: async () => none }) };
  return panelCommands(new OpenPanels(Uri.file('/') as never), accounts, workflows as never, {} as never);
}

beforeEach(() => {
  listed = runs;
  settings.set('switchyard.runs.pageSize', 20);
  settings.set('switchyard.refresh.whileRunning', 3);
});

test('failed runs are offered first to explain, and the chat gets the page of the chosen run', async () => {
  let offered: readonly { id: string }[] = [];
  Object.assign(window, {
    showQuickPick: async (items: typeof offered) => {
      offered = items;
      return items[0];
    },
  });
  const execute = vi.spyOn(commands, 'executeCommand');
  await panelCommandsOf()['switchyard.chat.explainRun'](undefined);
  expect(offered.map(({ id }) => id)).toEqual(['FAILED', 'SUCCEEDED']);
  expect(execute.mock.calls).toEqual([
    ['switchyard.chat.explainPage', { title: expect.any(String), text: expect.any(String), isFailed: true }],
  ]);
  const { text } = (execute.mock.calls as unknown as [string, { text: string }][])[0]?.[1] ?? { text: '' };
  expect(text).toContain('Failed in Send');
  expect(text).toContain('Error: Mailbox full');
  execute.mockRestore();
});

test.each([
  ['the page of its latest run', runs, 'w · Nov 20'],
  ['its details if it has no runs', [], 'Invoices: Details'],
])('a workflow, as in the status bar, opens %s', async (_what, its, title) => {
  listed = its;
  await panelCommandsOf()['switchyard.runs.openPanel']({ kind: 'workflow', id: 'w' });
  expect(panels.map((panel) => panel.title)).toEqual([expect.stringContaining(title)]);
});
