import { beforeEach, describe, expect, test } from 'vitest';
import { ApiFailure } from '../../../../src/service/api/errors/errors.ts';
import type { WorkflowStore } from '../../../../src/service/session/workflows/workflow-store.ts';
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
  [typed, detail, sent, active] = ['', undefined, [], () => two.id];
  Object.assign(window, {
    showInputBox: async (options: typeof box) => {
      box = options;
      return typed;
    },
    showWarningMessage: async (text: string, options?: { detail?: string }, ...buttons: string[]) => {
      shown.push(text);
      detail = options?.detail ?? detail;
      return buttons.find((button) => chosen.includes(button));
    },
    withProgress: (options: { title: string }, work: () => unknown) => {
      progress = options.title;
      return work();
    },
  });
});

/** Returns the active version, as the service sends it. */
let active: () => string | null = () => two.id;

async function publish(answer: () => object = () => ({ message: 'Webhooks were updated.' })): Promise<WorkflowStore> {
  const client = {
    listWorkflows: async () => [workflow],
    getWorkflow: async () => ({ ...workflowDetails, active_version_id: active() }),
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
  await versions.ensure(workflow.id);
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

  test.each<[string, () => string | null, string]>([
    ['no active version', () => null, 'The workflow has no active version.'],
    ['an empty ID', () => '', "It isn't known which version it replaces. The service sent an empty version ID."],
    ...[
      [404, 'notFound', 'Gone.'],
      [429, 'rateLimited', 'Slow down, please.'],
      [500, 'server', 'The store is down.'],
    ].map(([status, kind, message]): [string, () => string | null, string] => [
      `status ${status}`,
      () => {
        throw new ApiFailure({ kind, status, message } as never);
      },
      `It isn't known which version it replaces. `,
    ]),
    [
      'details in another shape',
      () => {
        throw new ApiFailure({ kind: 'badResponse', message: 'The response has no status.' });
      },
      `It isn't known which version it replaces. The service sent an unexpected response: The response has no status.`,
    ],
  ])('says in the question what is known of the active version: %s', async (_answer, answer, text) => {
    active = answer;
    await publish();
    expect(detail).toContain(text);
    expect(detail?.includes('no active version')).toBe(text.includes('no active version'));
  });

  test('asks the service which version is active, although the list has an older answer', async () => {
    let asked = 0;
    active = () => (asked++ === 0 ? null : two.id);
    const client = { getWorkflow: async () => ({ ...workflowDetails, active_version_id: active() }) };
    const session = sessionOf({
      ...client,
      listWorkflows: async () => [workflow],
      getVersion: async (id: string) => (id === one.id ? one : two),
    });
    await session.workflows.ensure();
    await session.workflows.detail(workflow.id);
    await publishVersion(session, row);
    expect(detail).toBe(`It replaces ${two.display_name}, which is the active version.`);
  });

  test('can be undone, by publishing the version before', async () => {
    chosen.push('Undo', 'Publish');
    let now = two.id;
    active = () => now;
    const store = await publish(() => {
      now = String((sent.at(-1) as { version_id: string }).version_id);
      return { message: null };
    });
    await expect.poll(() => sent.length).toBe(2);
    expect(sent[1]).toEqual({ id: workflow.id, version_id: two.id });
    await expect.poll(() => store.get(workflow.id)?.details?.active_version_id).toBe(two.id);
  });

  test.each<[string, () => string, string]>([
    [
      'was published since',
      () => 'ver_9',
      `Another version of "${workflow.name}" was published in the meantime, so it is kept.`,
    ],
    [
      'is not known',
      () => '',
      `It isn't known which version of "${workflow.name}" is active, so it is kept. The service sent an empty version ID.`,
    ],
  ])('is not undone if another active version %s', async (_case, later, text) => {
    chosen.push('Undo', 'Publish');
    let isSent = false;
    active = () => (isSent ? later() : two.id);
    await publish(() => {
      isSent = true;
      return { message: null };
    });
    await expect.poll(() => shown.at(-1)).toBe(text);
    expect(sent).toHaveLength(1);
  });

  test('ends when the commit message is canceled', async () => {
    typed = undefined;
    await publish();
    expect([shown, sent]).toEqual([[], []]);
  });
});
