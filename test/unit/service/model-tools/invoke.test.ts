import { beforeEach, describe, expect, test } from 'vitest';
import type { CancellationToken } from 'vscode';
import { invoke, prepare } from '../../../../src/service/model-tools/invoke.ts';
import { loadRunPage } from '../../../../src/service/panels/index.ts';
import { tools } from '../../../../src/shared/generated/names.ts';
import { none } from '../../../../src/shared/knowledge.ts';
import { TestAccounts } from '../../session.ts';
import { workflowDetails } from '../api/support.ts';
import { run as runOf, step } from '../panels/fixtures.ts';

const token = {
  isCancellationRequested: false,
  onCancellationRequested: () => undefined,
} as unknown as CancellationToken;
const CHANGED = 'The connection changed after the user confirmed.';

const workflows = { payloads: async () => ({ ofRun: async () => none }) } as never;
let changes: string[];
let accounts: TestAccounts;

function clientOf(account: string) {
  return {
    origin: `https://${account}.example`,
    getWorkflow: async () => workflowDetails,
    setWorkflowStatus: async (id: string) => {
      changes.push(`${account} ${id}`);
      return { message: null, workflow_id: id, status: 'enabled' };
    },
  };
}

/** A change of a workflow that no other test changes, because open confirmations are kept. */
let workflow = 0;
let input: object;
const confirm = () => prepare(tools.setWorkflowStatus, input, accounts, token);
const change = () => invoke(tools.setWorkflowStatus, input, { accounts, workflows }, token);

beforeEach(() => {
  changes = [];
  accounts = new TestAccounts(clientOf('first'));
  input = { workflow_id: `wf_${++workflow}`, status: 'enabled' };
});

describe('tool that makes a change', () => {
  test('makes the change once for each confirmation', async () => {
    await Promise.all([confirm(), confirm()]);
    await Promise.all([change(), change()]);
    expect(changes).toHaveLength(2);
    await expect(change()).rejects.toThrow('This change has no open confirmation.');
    expect(changes).toHaveLength(2);
  });

  test('changes nothing if the connection changes after either of two equal confirmations', async () => {
    await Promise.all([confirm(), confirm()]);
    accounts.switchTo(clientOf('second'));
    await expect(change()).rejects.toThrow(CHANGED);
    await expect(change()).rejects.toThrow('This change has no open confirmation.');
    expect(changes).toEqual([]);
  });

  test('changes nothing if an equal confirmation for another account is still open', async () => {
    await confirm();
    accounts.switchTo(clientOf('second'));
    await confirm();
    await expect(change()).rejects.toThrow(CHANGED);
    expect(changes).toEqual([]);
    await confirm();
    await change();
    expect(changes).toEqual([`second wf_${workflow}`]);
  });

  test('rejects a change if its confirmation failed', async () => {
    accounts.switchTo({ ...clientOf('first'), getWorkflow: () => Promise.reject(new Error('gone')) });
    await expect(confirm()).rejects.toThrow('gone');
    await expect(change()).rejects.toThrow('This change has no open confirmation.');
  });

  test('discards the oldest of many declined confirmations', async () => {
    await confirm();
    const oldest = input;
    for (let index = 0; index < 50; index++) {
      input = { workflow_id: `declined_${index}`, status: 'enabled' };
      await confirm();
    }
    await change();
    input = oldest;
    await expect(change()).rejects.toThrow('This change has no open confirmation.');
    expect(changes).toEqual(['first declined_49']);
  });
});

test('the tool for a run returns the text of its page', async () => {
  const failed = step('Send', { status: 'FAILED', error: 'Mailbox full' });
  const run = runOf([failed], { id: 'r', status: 'FAILED' });
  accounts = new TestAccounts({
    getExecution: async () => run,
    listExecutions: async () => ({ items: [run], total: 1, succeeded: 0, failed: 1, page: 1, limit: 100 }),
  });
  const { content } = await invoke(tools.getRun, { run_id: 'r' }, { accounts, workflows }, token);
  const page = await loadRunPage({ session: accounts.only, workflows }, 'r', new AbortController().signal);
  expect(content).toEqual([expect.objectContaining({ value: page.text })]);
  expect(page.text).toContain('Failed in Send. No earlier run of this workflow succeeded.\n');
});
