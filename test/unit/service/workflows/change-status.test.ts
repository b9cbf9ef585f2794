import { expect, test } from 'vitest';
import { changeStatus } from '../../../../src/service/workflows/change-status.ts';
import { chosen, shown, window } from '../../fake-vscode.ts';
import { sessionOf } from '../../session.ts';
import { settle } from '../../settle.ts';
import { workflow, workflowDetails } from '../api/support.ts';

test.each([
  ['disabled', ['disabled', 'enabled'], 'Undone: Disabled "Invoices".'],
  ['enabled', ['disabled'], '"Invoices" was changed in the meantime, so its status is kept.'],
  ['archived', ['disabled'], '"Invoices" was changed in the meantime, so its status is kept.'],
])('disabling a workflow is undone only while it is disabled: %s', async (status, changes, message) => {
  const sent: string[] = [];
  const session = sessionOf({
    listWorkflows: async () => [{ ...workflow, name: 'Invoices' }],
    getWorkflow: async () => ({ ...workflowDetails, status }),
    setWorkflowStatus: async (_id: string, wanted: string) => {
      sent.push(wanted);
      return { message: null, status: wanted };
    },
  });
  Object.assign(window, { withProgress: (_options: object, work: () => unknown) => work() });
  chosen.push('Undo');
  await changeStatus('disabled')(session, { kind: 'workflow', id: workflow.id }, undefined);
  await settle(2);
  expect([sent, shown.at(-1)]).toEqual([changes, message]);
});
