import { beforeEach, describe, expect, test } from 'vitest';
import { ApiFailure } from '../../../../src/service/api/errors.ts';
import type { WorkflowStore } from '../../../../src/service/session/workflow-store.ts';
import { publishVersion } from '../../../../src/service/workflows/publish.ts';
import { chosen, shown, window } from '../../fake-vscode.ts';
import { sessionOf } from '../../session.ts';
import { version, workflow, workflowDetails } from '../api/support.ts';

const [one, two] = [version(1), version(2)];
const row = { kind: 'version', workflow: workflow.id, version: one.id };
/** What is typed as the commit message. */
let typed: string | undefined = '';
let box: { title?: string; value?: string; prompt?: string; validateInput?: (text: string) => unknown } = {};
let detail: string | undefined;
let progress = '';
let sent: object[] = [];

beforeEach(() => {
  [typed, detail, sent] = ['', undefined, []];
  Object.assign(window, {
    showInputBox: async (options: typeof box) => {
      box = options;
      return typed;
    },
    showWarningMessage: async (text: string, options: { detail?: string }, ...buttons: string[]) => {
      shown.push(text);
      detail = options.detail;
      return buttons.find((button) => chosen.includes(button));
    },
    withProgress: (options: { title: string }, work: () => unknown) => {
      progress = options.title;
      return work();
    },
  });
});

async function publish(answer: () => object = () => ({ message: 'Webhooks were updated.' })): Promise<WorkflowStore> {
  const client = {
    listWorkflows: async () => [workflow],
    getWorkflow: async () => ({ ...workflowDetails, active_version_id: two.id }),
    listVersions: async () => ({ items: [two, one], total: 2 }),
    getVersion: async () => ({ ...one, commit_message: null }),
    publish: async (id: string, request: object) => {
      sent.push({ id, ...request });
      return answer();
    },
  };
  const session = sessionOf(client);
  const { workflows: store, versions } = session;
  await store.ensure();
  await Promise.all([store.detail(workflow.id), versions.ensure(workflow.id)]);
  await publishVersion(session, row);
  return store;
}

describe('publishing a version', () => {
  test('asks with the names of the version and of the active version, and the commit message', async () => {
    typed = ' Ship the new retry rules ';
    await publish();
    expect(box.title).toBe(`Publish ${one.display_name}`);
    expect(shown).toEqual([`Publish ${one.display_name} of "${workflow.name}"?`]);
    expect(detail).toBe(
      `It replaces ${two.display_name}, which is the active version.\nCommit message: Ship the new retry rules`,
    );
    expect(sent).toEqual([]);
  });

  test('sends the commit message, and shows the result with the message of the service', async () => {
    typed = 'Ship it';
    chosen.push('Publish');
    const store = await publish();
    expect(sent).toEqual([{ id: workflow.id, version_id: one.id, commit_message: 'Ship it' }]);
    expect(progress).toBe(`Publishing ${one.display_name} of "${workflow.name}"…`);
    expect(shown.at(-1)).toBe(
      `${one.display_name} is now the active version of "${workflow.name}". Message from the service: Webhooks were updated.`,
    );
    expect(store.get(workflow.id)?.details?.active_version_id).toBe(one.id);
  });

  test('sends and repeats no empty message', async () => {
    typed = '  ';
    chosen.push('Publish');
    await publish();
    expect(sent).toEqual([{ id: workflow.id, version_id: one.id }]);
    expect(detail).not.toContain('Commit message');
  });

  test('says why it failed, and keeps the active version', async () => {
    chosen.push('Publish');
    const store = await publish(() => {
      throw new ApiFailure({ kind: 'server', status: 500, message: 'Out of order.' });
    });
    expect(shown.at(-1)).toMatch(new RegExp(`^Couldn't publish "${workflow.name}"\\. .*Out of order\\.`));
    expect(store.get(workflow.id)?.details?.active_version_id).toBe(two.id);
  });

  test('keeps the commit message of a publish that failed until it succeeds', async () => {
    typed = 'Ship it';
    chosen.push('Publish');
    await publish(() => {
      throw new ApiFailure({ kind: 'server', status: 500, message: 'Out of order.' });
    });
    await publish();
    expect(box.value).toBe('Ship it');
    await publish();
    expect(box.value).toBe('');
  });

  test('rejects a commit message of more than 500 characters', async () => {
    await publish();
    expect(box.validateInput?.('👍'.repeat(501))).toBe('Too long: 501 of 500 characters.');
    expect(box.validateInput?.('👍'.repeat(500))).toMatchObject({ message: '500 of 500 characters' });
  });

  test('ends when the commit message is canceled', async () => {
    typed = undefined;
    await publish();
    expect([shown, sent]).toEqual([[], []]);
  });
});
