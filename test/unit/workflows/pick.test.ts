import { beforeEach, describe, expect, test } from 'vitest';
import type { Connection } from '../../../src/account/index.ts';
import { ApiFailure } from '../../../src/api/errors.ts';
import type { ApiClient } from '../../../src/api/index.ts';
import { askForVersion, pickWorkflow } from '../../../src/workflows/pick.ts';
import { publishVersion } from '../../../src/workflows/publish.ts';
import { WorkflowStore } from '../../../src/workflows/store.ts';
import { VersionStore } from '../../../src/workflows/versions.ts';
import { version, workflow, workflowDetails } from '../api/support.ts';
import { EventEmitter, shown, window } from '../fake-vscode.ts';

const row = { kind: 'workflow', id: 'wf_1' };
/** The items of the last Quick Pick. */
let offered: object[] = [];
let options: object = {};

function setUp(more: object = {}) {
  const client = { listWorkflows: async () => [workflow], getWorkflow: async () => workflowDetails, ...more };
  const connection = {
    state: { kind: 'connected' },
    onDidReplace: new EventEmitter().event,
    onDidChange: new EventEmitter().event,
    run: <T>(work: (one: ApiClient) => Promise<T>) => work(client as unknown as ApiClient),
  } as unknown as Connection;
  return { store: new WorkflowStore(connection), versions: new VersionStore(connection) };
}

beforeEach(() => {
  shown.length = 0;
  Object.assign(window, {
    showQuickPick: async (items: object[], given: object) => {
      offered = items;
      options = given;
    },
  });
});

describe('a command on the row of a workflow', () => {
  test('loads the list if no view has loaded it', async () => {
    const { store } = setUp();
    expect(await pickWorkflow(store, row, '')).toMatchObject({ workflow });
    expect(shown).toEqual([]);
  });

  test("says that a workflow isn't in the list", async () => {
    const { store } = setUp({ listWorkflows: async () => [] });
    expect(await pickWorkflow(store, row, '')).toBeUndefined();
    expect(shown).toEqual(['The workflow was deleted or belongs to another account. Refresh the list.']);
  });

  test("says why the list couldn't be loaded", async () => {
    const failure = new ApiFailure({ kind: 'server', status: 500, message: 'Out of order.' });
    const { store } = setUp({ listWorkflows: () => Promise.reject(failure) });
    expect(await pickWorkflow(store, row, '')).toBeUndefined();
    expect(shown).toEqual([expect.stringContaining('Out of order.')]);
  });
});

describe('the Quick Pick of a version to publish', () => {
  const versionsOf = (active: string) =>
    setUp({
      listVersions: async () => ({ items: [version(1), version(2)], total: 2 }),
      getVersion: async (id: string) => ({ ...version(id === version(1).id ? 1 : 2), commit_message: `About ${id}` }),
      getWorkflow: async () => ({ ...workflowDetails, active_version_id: active }),
    });

  test('omits the active version, and shows the workflow and the commit messages', async () => {
    const { store, versions } = versionsOf(version(2).id);
    await publishVersion(store, versions, row);
    expect(offered).toMatchObject([{ description: expect.stringContaining(`About ${version(1).id}`) }]);
    expect(options).toMatchObject({ title: workflow.name });
  });

  test('is not shown for the active version itself', async () => {
    const { store, versions } = versionsOf(version(2).id);
    await store.ensure();
    await store.detail('wf_1');
    await publishVersion(store, versions, { kind: 'version', workflow: 'wf_1', version: version(2) });
    expect(shown).toEqual([`${version(2).display_name} is the active version already.`]);
  });
});

describe('a Quick Pick', () => {
  test('shows text of workflows without icons', async () => {
    const { store } = setUp({
      listWorkflows: async () => [{ ...workflow, id: '$(trash)' }],
      getWorkflow: async () => ({ ...workflowDetails, status: '$(flame)' }),
    });
    await store.refresh();
    await store.detail('$(trash)');
    await pickWorkflow(store, undefined, '');
    expect(offered).toMatchObject([{ description: '$\u200b(flame)', detail: '$\u200b(trash)' }]);
  });

  test('shows text of versions without icons', async () => {
    const { store, versions } = setUp({
      listVersions: async () => ({ items: [{ ...version(1), id: '$(trash)', state: '$(flame)' }], total: 1 }),
      getVersion: async () => ({ ...version(1), commit_message: '$(bug)' }),
    });
    await versions.ensure('wf_1');
    await versions.loadMessages('wf_1');
    await askForVersion(store, versions, 'wf_1', '');
    const description = expect.stringMatching(/^\$\u200b\(bug\) · r1 · \$\u200b\(flame\) · /);
    expect(offered).toMatchObject([{ description, detail: '$\u200b(trash)' }]);
  });
});
