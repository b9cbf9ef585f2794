import { expect, test, vi } from 'vitest';
import { panelCommands } from '../../../../src/service/panels/commands.ts';
import { OpenPanels } from '../../../../src/shared/panels/open-panels.ts';
import { commands, settings, Uri, window } from '../../fake-vscode.ts';
import { TestAccounts } from '../../session.ts';
import { run, step } from './fixtures.ts';

test('failed runs are offered first to explain, and the chat gets the page of the chosen run', async () => {
  settings.set('switchyard.runs.pageSize', 20);
  const failed = step('Send', { status: 'FAILED', error: 'Mailbox full' });
  const runs = ['SUCCEEDED', 'FAILED'].map((status) => run([failed], { id: status, status }));
  const accounts = new TestAccounts({
    listWorkflows: async () => [],
    listExecutions: async () => ({ items: runs, total: 2, succeeded: 1, failed: 1, page: 1, limit: 20 }),
    getExecution: async (id: string) => runs.find((one) => one.id === id),
    serviceNow: () => undefined,
  });
  let offered: readonly { id: string }[] = [];
  Object.assign(window, {
    withProgress: (_: unknown, work: () => unknown) => work(),
    showQuickPick: async (items: typeof offered) => {
      offered = items;
      return items[0];
    },
  });
  const execute = vi.spyOn(commands, 'executeCommand');
  const workflows = { tree: {}, payloads: async () => ({ ofRun: async () => undefined }) };
  const all = panelCommands(new OpenPanels(Uri.file('/') as never), accounts, workflows as never, {} as never);
  await all['switchyard.chat.explainRun'](undefined);
  expect(offered.map(({ id }) => id)).toEqual(['FAILED', 'SUCCEEDED']);
  expect(execute.mock.calls).toEqual([
    ['switchyard.chat.explainPage', { title: expect.any(String), text: expect.any(String), isFailed: true }],
  ]);
  const { text } = (execute.mock.calls as unknown as [string, { text: string }][])[0]?.[1] ?? { text: '' };
  expect(text).toContain('Failed in Send');
  expect(text).toContain('Error: Mailbox full');
  execute.mockRestore();
});
