import assert from 'node:assert/strict';
import { commands as registry, window } from 'vscode';
import { earlierCommands } from '../../../src/shared/earlier-commands.ts';
import { commands } from '../../../src/shared/generated/names.ts';
import { until } from '../../until.ts';
import { type OwnService, openOwnService } from './own-service.ts';
import { session } from './world.ts';

const titles = () => window.tabGroups.all.flatMap(({ tabs }) => tabs.map(({ label }) => label));

describe('run and workflow panels', () => {
  let own: OwnService;
  before(async () => {
    own = await openOwnService();
  });
  afterEach(() => registry.executeCommand('workbench.action.closeAllEditors'));
  after(() => own?.end());

  const runWith = (status: string) => {
    const run = session().runs.runs.find((one) => one.status === status);
    assert.ok(run, `a run that ${status}`);
    return run.id;
  };
  const open = (command: string, ...args: unknown[]) => registry.executeCommand(command, ...args);

  it("opens a finished run with one request, and doesn't refresh it", async () => {
    const id = runWith('SUCCEEDED');
    const asked = () => own.asked(new RegExp(`/executions/${id}$`));
    const before = asked();
    await open(commands.runs.openPanel, { kind: 'run', id });
    await until('the panel', () => titles().some((title) => / · .*\d/.test(title)));
    assert.equal(asked() - before, 1);
    await open(commands.runs.openPanel, { kind: 'run', id });
    await until('the second look', () => asked() - before === 2);
    assert.equal(titles().length, 1, 'the panel that is there is shown');
  });

  it("says why a run can't be opened, and opens nothing", async () => {
    await open(commands.runs.openPanel, { kind: 'run', id: 'run_gone' });
    assert.deepEqual(titles(), []);
  });

  it('reads the newest runs of a workflow, page by page', async () => {
    const [entry] = session().workflows.entries;
    assert.ok(entry);
    const { id } = entry.workflow;
    const asked = () => own.asked(new RegExp(`/executions\\?.*workflow_id=${id}`));
    const before = asked();
    await open(commands.workflows.openPanel, { kind: 'workflow', id });
    await until('the panel', () => titles().includes(`${entry.workflow.name}: Statistics`));
    const runs = [...own.service.state.runs.values()].filter((run) => run.workflowId === id).length;
    assert.equal(asked() - before, Math.min(3, Math.ceil(runs / 100)));
  });

  it('opens the details of a workflow with its record, its active version, and its latest runs', async () => {
    const [entry] = session().workflows.entries;
    assert.ok(entry);
    const { id, name } = entry.workflow;
    const asked = () =>
      [`workflows/${id}$`, `executions\\?.*workflow_id=${id}`].map((path) => own.asked(new RegExp(path)));
    const [records = 0, pages = 0] = asked();
    await open(commands.workflows.openDetails, { kind: 'workflow', id });
    await until('the panel', () => titles().includes(`${name}: Details`));
    assert.deepEqual(asked(), [records + 1, pages + 1]);
  });

  it("says why the details of a workflow can't be opened, and opens nothing", async () => {
    await open(commands.workflows.openDetails, { kind: 'workflow', id: 'wf_gone' });
    assert.deepEqual(titles(), []);
  });

  it('compares the two selected runs on the page of the later one', async () => {
    const [one, other] = [runWith('FAILED'), runWith('SUCCEEDED')];
    const rows = [one, other].map((id) => ({ kind: 'run', id }));
    await open(commands.runs.compare, rows[0], rows);
    await until('the page', () => titles().some((title) => / · .*\d/.test(title)));
    assert.equal(titles().length, 1);
    for (const id of [one, other]) assert.ok(own.asked(new RegExp(`/executions/${id}$`)) > 0);
  });

  it('opens the same page by the command that showed what changed', async () => {
    const row = { kind: 'run', id: runWith('FAILED') };
    for (const command of [earlierCommands.whatChanged, commands.runs.openPanel]) {
      await open(command, row);
      await until('the page', () => titles().some((title) => / · .*\d/.test(title)));
    }
    assert.equal(titles().length, 1);
  });
});
