import { describe, expect, test } from 'vitest';
import { ApiFailure, type CallOptions } from '../../../../src/service/api/index.ts';
import { explainRun } from '../../../../src/service/editor-chat/answers/explain.ts';
import { listModels } from '../../../../src/service/editor-chat/answers/models.ts';
import { showWorkflow } from '../../../../src/service/editor-chat/answers/workflow.ts';
import { none } from '../../../../src/shared/knowledge.ts';
import { TestAccounts } from '../../session.ts';
import { run as runOf, step } from '../panels/fixtures.ts';

/** Returns an account without workflows, with the given runs. */
function accountsOf(feed: object): TestAccounts {
  const accounts = new TestAccounts({ listWorkflows: async () => [] });
  Object.assign(accounts.only, { feed });
  return accounts;
}

test.each([
  ['run_12', ['run_12']],
  ['abc', ['abc']],
  ['r-1 and why?', ['r-1']],
  ['why did it fail?', []],
  ['', []],
])('the prompt "%s" is looked up as the IDs %j', async (prompt, expected) => {
  const asked: string[] = [];
  const run = async (id: string) => {
    asked.push(id);
    throw new ApiFailure({ kind: 'notFound', status: 404, message: 'No such run' });
  };
  const response = { progress: () => undefined, markdown: () => undefined };
  const accounts = accountsOf({ run, page: async () => ({ items: [] }) });
  await explainRun({ request: { prompt }, response } as never, { accounts } as never);
  expect(asked).toEqual(expected);
});

test.each([
  ['why', true],
  ['run-12', false],
])('a failed look-up of "%s" is ignored: %s', async (prompt, isIgnored) => {
  const failure = new ApiFailure({ kind: 'server', status: 500, message: 'invalid input syntax for type uuid' });
  const response = { progress: () => undefined, markdown: () => undefined };
  const feed = { run: () => Promise.reject(failure), page: async () => ({ items: [] }) };
  const explained = explainRun({ request: { prompt }, response } as never, { accounts: accountsOf(feed) } as never);
  await (isIgnored ? explained : expect(explained).rejects.toBe(failure));
});

test('failed runs that could not be read are not said to be none', async () => {
  const told: string[] = [];
  const response = {
    progress: () => undefined,
    markdown: (text: string | { readonly value: string }) => told.push(typeof text === 'string' ? text : text.value),
  };
  const page = async () => ({ items: [], unreadable: { count: 2, why: 'version_id is null' } });
  await explainRun({ request: { prompt: '' }, response } as never, { accounts: accountsOf({ page }) } as never);
  expect(told).toEqual([expect.stringContaining('Unreadable rows: 2. version_id is null')]);
});

test('a name is not said to be that of no workflow if the workflows could not be loaded', async () => {
  const failure = new ApiFailure({ kind: 'server', status: 500, message: 'down' });
  const accounts = new TestAccounts({ listWorkflows: () => Promise.reject(failure) });
  const turn = { request: { prompt: 'invoice intake' }, response: { progress: () => undefined } };
  await expect(explainRun(turn as never, { accounts } as never)).rejects.toBe(failure);
});

test('a name may be that of a workflow or a model that cannot be read', async () => {
  const told: string[] = [];
  const markdown = (text: string | { readonly value: string }) =>
    told.push(typeof text === 'string' ? text : text.value);
  const list = async ({ onUnreadable }: CallOptions) => {
    onUnreadable?.({ count: 1, why: 'name is missing' });
    return [];
  };
  const turn = {
    request: { prompt: 'invoice intake' },
    response: { progress: () => undefined, markdown, button: () => undefined },
  };
  for (const answer of [explainRun, showWorkflow, listModels])
    await answer(turn as never, { accounts: new TestAccounts({ listWorkflows: list, models: list }) } as never);
  expect(told.filter((text) => text.includes('Unreadable rows: 1. name is missing'))).toHaveLength(3);
});

test('a run that does not exist is not replaced with another', async () => {
  const failure = new ApiFailure({ kind: 'notFound', status: 404, message: 'No such run' });
  const told: string[] = [];
  const response = {
    progress: () => undefined,
    markdown: (text: string | { readonly value: string }) => told.push(typeof text === 'string' ? text : text.value),
  };
  const page = () => Promise.reject(new Error('the runs were requested'));
  const feed = { run: () => Promise.reject(failure), page };
  await explainRun({ request: { prompt: 'run-12' }, response } as never, { accounts: accountsOf(feed) } as never);
  expect(told).toEqual([
    'No run found with this ID. To explain the latest failed run, leave out the ID.',
    expect.stringContaining('run-12'),
  ]);
});

describe('an explanation', () => {
  const run = runOf([step('Send', { status: 'FAILED', error: 'Mailbox full' })], { id: 'r1', status: 'FAILED' });
  /** Explains a run with a model that answers, or fails. Returns what is shown, in order. */
  async function explain(prompt: string, answer: () => AsyncIterable<string>) {
    const told: string[] = [];
    const response = {
      progress: () => undefined,
      markdown: (text: string | { readonly value: string }) => told.push(typeof text === 'string' ? text : text.value),
      button: ({ title }: { readonly title: string }) => told.push(`[${title}]`),
    };
    const model = { name: 'Other', vendor: 'other', sendRequest: async () => ({ text: answer() }) };
    const find = async (id: string) => {
      if (id === run.id) return run;
      throw new ApiFailure({ kind: 'notFound', status: 404, message: 'No such run' });
    };
    const accounts = new TestAccounts({ listWorkflows: async () => [{ id: 'w', name: 'Invoices' }] });
    Object.assign(accounts.only.client, { serviceNow: () => undefined });
    Object.assign(accounts.only, { feed: { run: find, page: async () => ({ items: [run] }) } });
    const token = { isCancellationRequested: false, onCancellationRequested: () => undefined };
    const turn = { request: { prompt, model }, response, token };
    const workflows = { payloads: async () => ({ ofRun: async () => none }) };
    const failure = await explainRun(turn as never, { accounts, workflows } as never).catch((error: unknown) => error);
    return { told, failure };
  }
  const facts = [expect.stringContaining('Invoices'), expect.stringContaining('Mailbox full'), '[Open Run]'];

  test('begins with the text of the model, and ends with facts and buttons', async () => {
    const { told } = await explain('', async function* () {
      yield 'The mailbox is full.';
    });
    expect(told.map((text) => text.trim()).filter((text) => text !== '')).toEqual(['The mailbox is full.', ...facts]);
  });

  test('has the facts if the model fails', async () => {
    const { told, failure } = await explain('Invoices', () => {
      throw new Error('No quota');
    });
    expect(told.map((text) => text.trim()).filter((text) => text !== '')).toEqual(facts);
    expect(failure).toEqual(new Error('No quota'));
  });

  test.each(['Invoces', 'the billing', 'Kunden import', 'worker nightly', 'whatsapp', 'Wochenbericht'])(
    'of "%s", which names no workflow, asks back',
    async (name) => {
      const { told } = await explain(name, () => {
        throw new Error('the model was asked');
      });
      expect(told[0]).toContain('No workflow or run has this name or ID.');
      expect(told[1]).toContain('Invoices');
    },
  );
});
