import { beforeEach, expect, test } from 'vitest';
import { pickRun, pickStep } from '../../../../src/service/runs/pick.ts';
import { settings, shown, window } from '../../fake-vscode.ts';
import { run } from './run.ts';
import { FakeService } from './service.ts';

/** The items of the last Quick Pick. */
let offered: object[] = [];

function setUp(...runs: FakeService['runs']) {
  const service = new FakeService();
  service.runs = runs;
  return service.session;
}

beforeEach(() => {
  settings.set('switchyard.runs.pageSize', 20);
  Object.assign(window, {
    showQuickPick: async (items: object[]) => {
      offered = items;
    },
  });
});

test('shows text of runs without icons, and a time that is unreadable as unknown', async () => {
  const session = setUp(run('$(trash)', { created_at: '$(bug)', status: '$(flame)' }));
  await pickRun(session, undefined, '');
  const description = expect.stringMatching(/^Time unknown \$\u200b\(bug\) .*\$\u200b\(flame\)$/);
  expect(offered).toMatchObject([{ description, detail: '$\u200b(trash)' }]);
});

test.each([
  [{}, 'No runs found.'],
  [{ statuses: ['SUCCEEDED' as const] }, 'No such run is loaded. Load more runs, or clear the filter.'],
])('with the filter %j of the view, says no more than what the loaded runs tell', async (filter, text) => {
  const session = setUp(run('one', { status: 'SUCCEEDED' }));
  session.runs.filter = filter;
  await pickRun(session, undefined, '', { filter: ({ status }) => status === 'FAILED' });
  expect(shown.at(-1)).toBe(text);
});

test.each([
  { kind: 'run', id: 'one' },
  { kind: 'step', run: 'one', step: 'a' },
])('does not say that %j has no error, or is gone, if a step cannot be read', async (argument) => {
  const session = setUp();
  const unreadableSteps = { count: 1, why: 'id is missing' };
  Object.assign(session.runs, { detail: async () => ({ steps: [], step_count: 1, unreadableSteps }) });
  await pickStep(session, argument, '');
  expect(shown.at(-1)).toBe('Unreadable steps: 1. id is missing');
});

test('shows errors of steps without icons', async () => {
  const session = setUp();
  const step = { step_name: 'a', attempt: 1, error: '$(bug)' };
  Object.assign(session.runs, { detail: async () => ({ steps: [step, step] }) });
  await pickStep(session, { kind: 'run', id: 'one' }, '');
  expect(offered).toMatchObject([{ detail: '$\u200b(bug)' }, { detail: '$\u200b(bug)' }]);
});
