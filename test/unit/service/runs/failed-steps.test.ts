import { beforeEach, expect, test } from 'vitest';
import { RunTree } from '../../../../src/service/runs/tree.ts';
import { NoteRow } from '../../../../src/shared/list/row.ts';
import { EventEmitter, settings, window } from '../../fake-vscode.ts';
import { run } from './run.ts';
import { FakeService } from './service.ts';

const collapsed = new EventEmitter();

beforeEach(() => {
  settings.set('switchyard.runs.pageSize', 20);
  const none = new EventEmitter().event;
  Object.assign(window, {
    createTreeView: () => ({
      visible: true,
      selection: [],
      onDidChangeVisibility: none,
      onDidChangeSelection: none,
      onDidExpandElement: none,
      onDidCollapseElement: collapsed.event,
    }),
  });
});

/** Returns the Runs view with one run whose steps couldn't be loaded, and which rows are redrawn. */
async function setUp() {
  const service = new FakeService();
  service.runs = [run('one')];
  const store = service.session.runs;
  const tree = new RunTree(service.accounts);
  const [day] = await tree.getChildren();
  const [row] = await tree.getChildren(day);
  if (row === undefined) throw new Error('no row');
  service.runs = [];
  const steps = async () => (await tree.getChildren(row)).map((below) => below instanceof NoteRow && below.failed);
  expect(await steps()).toEqual([true]);
  service.runs = [run('one')];
  const redrawn: unknown[] = [];
  tree.onDidChangeTreeData((changed) => redrawn.push(...[changed].flat()));
  return { tree, store, row, redrawn, steps };
}

test('steps that could not be loaded are requested again when their run is collapsed and expanded', async () => {
  const { row, redrawn, steps } = await setUp();
  collapsed.fire({ element: row });
  expect(redrawn).toEqual([row]);
  expect(await steps()).toEqual([false]);
  collapsed.fire({ element: row });
  expect(redrawn).toEqual([row]);
});

test('steps that could not be loaded are requested again by a refresh', async () => {
  const { store, row, redrawn, steps } = await setUp();
  await store.refresh();
  expect(redrawn).toContain(row);
  expect(await steps()).toEqual([false]);
});
