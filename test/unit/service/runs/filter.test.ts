import { expect, test } from 'vitest';
import { askFilter } from '../../../../src/service/runs/filter.ts';
import type { RunFilter } from '../../../../src/service/session/runs/run-filter.ts';
import { settings, window } from '../../fake-vscode.ts';
import { workflow } from '../api/support.ts';
import { run } from './run.ts';
import { FakeService } from './service.ts';

/** Chooses entries in the Quick Pick, one after the other. @returns the filter after the last one */
async function choose(before: RunFilter, ...labels: string[]): Promise<RunFilter | undefined> {
  settings.set('switchyard.runs.pageSize', 20);
  const service = new FakeService();
  service.workflows = [workflow];
  service.runs = [run('a', { type: 'TEST' }), run('b', { type: 'WEBHOOK_SYNC' })];
  const { session } = service;
  let filter: RunFilter | undefined = before;
  await session.runs.refresh();
  for (const label of labels) {
    Object.assign(window, {
      showQuickPick: async (items: { label: string }[]) => items.find((item) => item.label.endsWith(label)),
    });
    session.runs.filter = filter ?? {};
    filter = await askFilter(session);
  }
  return filter;
}

const all: RunFilter = { workflow: workflow.id, statuses: ['FAILED'], type: 'WEBHOOK_SYNC', withoutTests: true };

test.each<[string, RunFilter, string[], RunFilter]>([
  ['each part is added to the others', {}, ['failed', 'WEBHOOK_SYNC', 'Without tests', workflow.name], all],
  [
    'the current status is removed',
    all,
    ['failed'],
    { workflow: workflow.id, type: 'WEBHOOK_SYNC', withoutTests: true },
  ],
  [
    'the current type is removed',
    all,
    ['WEBHOOK_SYNC'],
    { workflow: workflow.id, statuses: ['FAILED'], withoutTests: true },
  ],
  [
    'the current workflow is removed',
    all,
    [workflow.name],
    { statuses: ['FAILED'], type: 'WEBHOOK_SYNC', withoutTests: true },
  ],
  [
    '"Without tests" is removed, and keeps the type',
    all,
    ['Without tests'],
    { workflow: workflow.id, statuses: ['FAILED'], type: 'WEBHOOK_SYNC' },
  ],
  ['another status replaces the first', { statuses: ['FAILED'] }, ['paused'], { statuses: ['PAUSED'] }],
  ['"Without tests" replaces the type of tests', { type: 'TEST' }, ['Without tests'], { withoutTests: true }],
  ['the type of tests replaces "Without tests"', { withoutTests: true }, ['TEST'], { type: 'TEST' }],
  ['"All runs" removes everything', all, ['All runs'], {}],
])('in the filter of runs, %s', async (_case, before, labels, after) => {
  expect(await choose(before, ...labels)).toEqual(after);
});
