import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { Memento } from 'vscode';
import { RunTree } from '../../../../src/service/runs/tree.ts';
import { WorkflowTree } from '../../../../src/service/workflows/tree.ts';
import { WorkflowViewPreferences } from '../../../../src/service/workflows/view-preferences.ts';
import { timeOfDay } from '../../../../src/shared/text/format.ts';
import { EventEmitter, FakeMemento, settings, window } from '../../fake-vscode.ts';
import { settle } from '../../settle.ts';
import { workflow, workflowDetails } from '../api/support.ts';
import { at, run } from './run.ts';
import { FakeService } from './service.ts';

const none = new EventEmitter().event;
/** The view of the last tree. */
let view = { visible: true, onDidChangeVisibility: new EventEmitter() };

function setUp(...runs: FakeService['runs']) {
  const service = new FakeService();
  service.workflows = [workflow, { ...workflow, id: 'wf_2' }];
  service.runs = runs;
  return service.accounts;
}

/** Draws the first rows, as VS Code does. @returns the rows and the redrawn ones */
async function draw<Row extends object>(tree: WorkflowTree | RunTree) {
  const rows = (await tree.getChildren()) as Row[];
  await settle(3);
  const item = (row: Row) => tree.getTreeItem(row as never);
  for (const row of rows) item(row);
  const redrawn: Row[] = [];
  tree.onDidChangeTreeData((changed) => {
    redrawn.push(...([changed].flat() as Row[]));
    for (const row of [changed].flat() as Row[]) item(row);
  });
  return { rows, redrawn, item };
}

const advance = (minutes: number) => vi.advanceTimersByTime(minutes * 60_000);

beforeEach(() => {
  settings.set('switchyard.runs.pageSize', 20);
  vi.useFakeTimers({ toFake: ['Date', 'setInterval'], now: new Date(at(10, 12, 1)) });
  Object.assign(window, {
    createTreeView: () => {
      view = { visible: true, onDidChangeVisibility: new EventEmitter() };
      return {
        selection: [],
        get visible() {
          return view.visible;
        },
        onDidChangeVisibility: view.onDidChangeVisibility.event,
        onDidChangeSelection: none,
        onDidExpandElement: none,
        onDidCollapseElement: none,
      };
    },
  });
});

describe('the Workflows view', () => {
  async function setUpWorkflows() {
    const accounts = setUp(run('one', { workflow_id: 'wf_1' }));
    Object.assign(accounts.only.workflows, { detail: async () => workflowDetails });
    const tree = new WorkflowTree(accounts, new WorkflowViewPreferences(new FakeMemento() as Memento));
    const drawn = await draw(tree);
    const row = drawn.rows.find((one) => (one as { id: string }).id === 'wf_1') ?? {};
    return { ...drawn, row };
  }

  test('redraws only the rows whose age has changed', async () => {
    const { row, redrawn, item } = await setUpWorkflows();
    expect(item(row).description).toContain('just now');
    advance(2);
    expect(redrawn).toEqual([row, row]);
    expect(item(row).description).toContain('2m ago');
    advance(3 * 60);
    const before = redrawn.length;
    advance(30);
    expect(redrawn).toHaveLength(before);
  });

  test("doesn't redraw rows while it is hidden, but when it is shown again", async () => {
    const { row, redrawn } = await setUpWorkflows();
    view.visible = false;
    advance(10);
    expect(redrawn).toEqual([]);
    view.visible = true;
    view.onDidChangeVisibility.fire(undefined);
    expect(redrawn).toContain(row);
  });
});

describe('the Runs view', () => {
  test('shows the name of its workflow before the time of a run', async () => {
    const accounts = setUp(run('one', { workflow_id: 'wf_1', created_at: at(10, 12) }));
    const tree = new RunTree(accounts);
    const { rows, item } = await draw(tree);
    const [row] = await tree.getChildren(rows[0] as never);
    const time = timeOfDay(Date.parse(at(10, 12)));
    expect(item(row as never)).toMatchObject({ label: workflow.name, description: expect.stringContaining(time) });
  });

  test('renames days after midnight, and redraws no row before', async () => {
    const accounts = setUp(run('one', { workflow_id: 'wf_1' }));
    const tree = new RunTree(accounts);
    const { rows, redrawn, item } = await draw(tree);
    expect(rows.map((row) => item(row).label)).toEqual(['Today']);
    advance(11 * 60);
    expect(redrawn).toEqual([]);
    advance(60);
    expect(redrawn).toEqual(rows);
    expect(rows.map((row) => item(row).label)).toEqual(['Yesterday']);
  });
});
