import { expect, test } from 'vitest';
import { ApiFailure } from '../../../../src/service/api/errors/errors.ts';
import { changeStatus } from '../../../../src/service/workflows/change-status.ts';
import { WorkflowRow } from '../../../../src/service/workflows/rows.ts';
import { chosen, shown } from '../../fake-vscode.ts';
import { sessionOf } from '../../session.ts';
import { settle } from '../../settle.ts';
import { workflow, workflowDetails } from '../api/support.ts';

test.each([
  ['disabled', 'disabled', ['disabled', 'enabled'], 'Undone: Disabled "Invoices".'],
  ['disabled', 'enabled', ['disabled'], '"Invoices" was changed in the meantime, so its status is kept.'],
  ['disabled', 'archived', ['disabled'], '"Invoices" was changed in the meantime, so its status is kept.'],
  ['enabled', 'enabled', ['enabled', 'disabled'], 'Undone: Enabled "Invoices".'],
] as const)(
  'a workflow that was %s is changed back only while it still is: %s',
  async (to, status, changes, message) => {
    const sent: string[] = [];
    const session = sessionOf({
      listWorkflows: async () => [{ ...workflow, name: 'Invoices' }],
      getWorkflow: async () => ({ ...workflowDetails, status }),
      setWorkflowStatus: async (_id: string, wanted: string) => {
        sent.push(wanted);
        return { message: null, status: wanted };
      },
    });
    chosen.push('Undo');
    await changeStatus(to)(session, { kind: 'workflow', id: workflow.id }, undefined);
    await settle(2);
    expect([sent, shown.at(-1)]).toEqual([changes, message]);
  },
);

test('of several disabled workflows, those that still exist are enabled again', async () => {
  const ids = ['one', 'gone', 'three'];
  const sent: string[] = [];
  let isDeleted = false;
  const session = sessionOf({
    listWorkflows: async () => ids.map((id) => ({ ...workflow, id, name: id })),
    getWorkflow: async (id: string) => {
      if (isDeleted && id === 'gone')
        throw new ApiFailure({ kind: 'notFound', status: 404, message: 'No such workflow' });
      return { ...workflowDetails, id, status: isDeleted ? 'disabled' : 'enabled' };
    },
    setWorkflowStatus: async (id: string, wanted: string) => {
      sent.push(`${id} ${wanted}`);
      isDeleted = true;
      return { message: null, status: wanted };
    },
  });
  await session.workflows.ensure();
  chosen.push('Undo');
  const rows = ids.map((id) => new WorkflowRow(session, id, {} as never));
  await changeStatus('disabled')(session, rows[0], rows);
  await settle(3);
  expect(sent.slice(3)).toEqual(['one enabled', 'three enabled']);
  expect(shown.at(-1)).toMatch(/^The status of "gone" isn't known, so it is kept\. .*No such workflow/);
});
