import { expect, test } from 'vitest';
import { ApiFailure } from '../../../src/api/index.ts';
import { explainRun } from '../../../src/editor-chat/answers/explain.ts';
import { TestAccounts } from '../session.ts';

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
