import { beforeEach, describe, expect, test } from 'vitest';
import { ApiFailure } from '../../../../src/service/api/errors/errors.ts';
import type { CallOptions } from '../../../../src/service/api/index.ts';
import { askForVersion, pickWorkflow } from '../../../../src/service/workflows/pick.ts';
import { publishVersion } from '../../../../src/service/workflows/publish.ts';
import { AskForRow } from '../../../../src/shared/list/row-commands.ts';
import { shown, window } from '../../fake-vscode.ts';
import { sessionOf } from '../../session.ts';
import { version, workflow, workflowDetails } from '../api/support.ts';

const row = { kind: 'workflow', id: 'wf_1' };
/** The items of the last Quick Pick. */
let offered: object[] = [];
let options: object = {};

function setUp(more: object = {}) {
  const client = { listWorkflows: async () => [workflow], getWorkflow: async () => workflowDetails, ...more };
  return sessionOf(client);
}

beforeEach(() => {
  Object.assign(window, {
    showQuickPick: async (items: object[], given: object) => {
      offered = items;
      options = given;
    },
  });
});

describe('a command on the row of a workflow', () => {
  test('loads the list if no view has loaded it', async () => {
    const session = setUp();
    expect(await pickWorkflow(session, row, '')).toMatchObject({ workflow });
    expect(shown).toEqual([]);
  });

  test("says that a workflow isn't in the list", async () => {
    const session = setUp({ listWorkflows: async () => [] });
    expect(await pickWorkflow(session, row, '')).toBeUndefined();
    expect(shown).toEqual(["The workflow doesn't exist or belongs to another account. Refresh the list."]);
  });

  test('says that rows of the list are unreadable: the workflow may be one of them', async () => {
    const listWorkflows = async ({ onUnreadable }: CallOptions) => {
      onUnreadable?.({ count: 1, why: 'name is missing' });
      return [];
    };
    expect(await pickWorkflow(setUp({ listWorkflows }), row, '')).toBeUndefined();
    expect(shown).toEqual(['Unreadable rows: 1. name is missing']);
  });

  test("says why the list couldn't be loaded", async () => {
    const failure = new ApiFailure({ kind: 'server', status: 500, message: 'Out of order.' });
    const session = setUp({ listWorkflows: () => Promise.reject(failure) });
    expect(await pickWorkflow(session, row, '')).toBeUndefined();
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
    const session = versionsOf(version(2).id);
    await publishVersion(session, row);
    expect(offered).toMatchObject([{ description: expect.stringContaining(`About ${version(1).id}`) }]);
    expect(options).toMatchObject({ title: workflow.name });
  });

  test('offers the selected version first, then the latest revision, without asking for the workflow', async () => {
    const states = ['draft', 'published', 'published', 'draft'];
    const items = states.map((state, index) => ({ ...version(index + 1), state }));
    const session = setUp({
      listVersions: async () => ({ items, total: 4 }),
      getVersion: async (id: string) => ({ ...items.find((one) => one.id === id), commit_message: null }),
    });
    const selected = { kind: 'version', workflow: workflow.id, version: version(2).id };
    await publishVersion(session, new AskForRow(selected, false));
    expect(options).toMatchObject({ title: workflow.name });
    expect(offered.map((one) => (one as { label: string }).label)).toEqual(['v2', 'v4', 'v3', 'v1']);
  });

  test('offers the newest draft first if no version is selected', async () => {
    const states = ['draft', 'published', 'draft', 'published'];
    const items = states.map((state, index) => ({ ...version(index + 1), state }));
    const session = setUp({
      listVersions: async () => ({ items, total: 4 }),
      getVersion: async (id: string) => ({ ...items.find((one) => one.id === id), commit_message: null }),
      getWorkflow: async () => ({ ...workflowDetails, active_version_id: version(2).id }),
    });
    await publishVersion(session, row);
    expect(offered.map((one) => (one as { label: string }).label)).toEqual(['v3', 'v4', 'v1']);
  });

  test('is not shown for the active version itself', async () => {
    const session = versionsOf(version(2).id);
    await session.workflows.ensure();
    await session.workflows.detail('wf_1');
    await publishVersion(session, { kind: 'version', workflow: 'wf_1', version: version(2).id });
    expect(shown).toEqual([`${version(2).display_name} is the active version already.`]);
  });
});

describe('a Quick Pick', () => {
  test('shows text of workflows without icons', async () => {
    const session = setUp({
      listWorkflows: async () => [{ ...workflow, id: '$(trash)' }],
      getWorkflow: async () => ({ ...workflowDetails, status: '$(flame)' }),
    });
    await session.workflows.refresh();
    await session.workflows.detail('$(trash)');
    await pickWorkflow(session, undefined, '');
    expect(offered).toMatchObject([{ description: '$\u200b(flame)', detail: '$\u200b(trash)' }]);
  });

  test('shows text of versions without icons', async () => {
    const session = setUp({
      listVersions: async () => ({ items: [{ ...version(1), id: '$(trash)', state: '$(flame)' }], total: 1 }),
      getVersion: async () => ({ ...version(1), commit_message: '$(bug)' }),
    });
    await session.versions.ensure('wf_1');
    await session.versions.loadMessages('wf_1');
    await askForVersion(session, 'wf_1', '');
    const description = expect.stringMatching(/^\$\u200b\(bug\) · \$\u200b\(flame\) · /);
    expect(offered).toMatchObject([{ description, detail: '$\u200b(trash)' }]);
  });
});
