/** Each view of a service that doesn't answer, or answers late. */
import { expect, test } from 'vitest';
import type { TreeDataProvider } from 'vscode';
import { ModelTree } from '../../../../src/service/models/tree.ts';
import { UserModels } from '../../../../src/service/models/user-models.ts';
import { ModelViewPreferences } from '../../../../src/service/models/view-preferences.ts';
import { RunTree } from '../../../../src/service/runs/tree.ts';
import { WorkflowTree } from '../../../../src/service/workflows/tree.ts';
import { WorkflowViewPreferences } from '../../../../src/service/workflows/view-preferences.ts';
import { FakeMemento, settings, window } from '../../fake-vscode.ts';
import { TestAccounts } from '../../session.ts';
import { settle } from '../../settle.ts';
import { run, workflow, workflowDetails } from '../api/support.ts';

const memento = () => new FakeMemento() as never;
const trees = {
  Workflows: (accounts: TestAccounts) => new WorkflowTree(accounts, new WorkflowViewPreferences(memento())),
  Runs: (accounts: TestAccounts) => new RunTree(accounts),
  Models: (accounts: TestAccounts) =>
    new ModelTree(accounts, {
      userModels: new UserModels(memento()),
      viewPreferences: new ModelViewPreferences(memento()),
    }),
};

/** Returns a client that answers once `until` has resolved. */
function clientThatWaits(until: Promise<unknown>) {
  const answer = (value: unknown) => async () => {
    await until;
    return value;
  };
  return {
    listWorkflows: answer([workflow]),
    getWorkflow: answer(workflowDetails),
    listExecutions: answer({ items: [run], total: 1, succeeded: 1, failed: 0, page: 1, limit: 20 }),
    models: answer([{ id: 'acme/one', name: 'One', raw: {} }]),
  };
}

test.each(Object.entries(trees))(
  'the %s view says that it connects, shows no rows of the connection that was left, and then those of the next one',
  async (_, create) => {
    settings.set('switchyard.runs.pageSize', 20);
    let provider: TreeDataProvider<unknown> | undefined;
    const { createTreeView } = window;
    Object.assign(window, {
      createTreeView: (id: string, options: { treeDataProvider: TreeDataProvider<unknown> }) => {
        provider = options.treeDataProvider;
        return createTreeView(id, options);
      },
    });
    const accounts = new TestAccounts(clientThatWaits(Promise.resolve()));
    const tree = create(accounts);
    const shown = async () => ((await provider?.getChildren()) ?? []).length;
    expect(await shown()).toBeGreaterThan(0);
    accounts.switchTo(clientThatWaits(new Promise(() => undefined)), 'silent');
    expect(tree.view.description).toBe('Connecting to one.example…');
    expect(await shown()).toBe(0);
    const { promise, resolve } = Promise.withResolvers<void>();
    accounts.switchTo(clientThatWaits(promise), 'late');
    const late = shown();
    await settle(5);
    expect(tree.view.description).toBe('Connecting to one.example…');
    resolve();
    expect(await late).toBeGreaterThan(0);
    expect(tree.view.description).not.toContain('Connecting');
    tree.dispose();
  },
);
