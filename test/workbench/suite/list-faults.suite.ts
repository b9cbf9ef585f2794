import assert from 'node:assert/strict';
import { type MarkdownString, commands as registry, TreeItem } from 'vscode';
import { commands } from '../../../src/shared/generated/names.ts';
import type { ListStore } from '../../../src/shared/list/list-store.ts';
import type { Effect } from '../../service/index.ts';
import { until } from '../../until.ts';
import { type OwnService, openOwnService } from './own-service.ts';
import { connect, rowIn, session } from './world.ts';

/** Failures of the service or the network, and the message of the view. */
const FAULTS: readonly (readonly [name: string, effect: Effect, says: RegExp])[] = [
  ['500', { kind: 'status', status: 500 }, /failed with status 500/],
  ['wrong types', { kind: 'body', body: { items: 'many', total: '3' } }, /doesn't match the API description/],
  ['a closed connection', { kind: 'drop' }, /Couldn't reach the service/],
];

describe('lists when the service fails', () => {
  let own: OwnService;
  before(async () => {
    own = await openOwnService();
  });
  after(() => own?.end());
  afterEach(() => own.service.faults.clear());

  const lists = () => {
    const { workflows, runs } = own.inside;
    return [
      { store: session().workflows as ListStore, view: workflows.tree.view, roots: () => workflows.tree.getChildren() },
      { store: session().runs as ListStore, view: runs.tree.view, roots: () => runs.tree.getChildren() },
    ];
  };

  for (const [name, effect, says] of FAULTS) {
    it(`keeps the last good list and shows its age: ${name}`, async () => {
      for (const { store, view, roots } of lists()) {
        const before = await roots();
        assert.ok(before.length > 0);
        own.service.faults.add({ effect, count: 0 });
        await store.refresh();
        assert.deepEqual(await roots(), before);
        assert.match(view.message ?? '', /^Last updated \d/);
        assert.match(view.message ?? '', says);
        own.service.faults.clear();
        await store.refresh();
        assert.equal(view.message, '');
      }
    });
  }

  it('keeps both lists when the key is rejected during a refresh, and stops loading details', async () => {
    const { workflows, accounts } = own.inside;
    for (const workflow of own.service.state.workflows.values()) workflow.updatedAt += 1000;
    // Also for runs, which may refresh in the meantime: a success would mean that the key works.
    for (const path of ['/v1/workflows/*', '/v1/executions'])
      own.service.faults.add({ effect: { kind: 'status', status: 401 }, path, count: 0 });
    await until('no details on their way', () =>
      session().workflows.entries.every(({ workflow }) => !session().workflows.isLoading(workflow.id)),
    );
    const before = own.asked(/^\/v1\/workflows\/[^/]+$/);
    await session().workflows.refresh();
    await until('the key to be known as refused', () => accounts.state.kind === 'unauthorized');
    const asked = own.asked(/^\/v1\/workflows\/[^/]+$/) - before;
    // Four at once, and four more if a response from another path says in the meantime that the key works.
    assert.ok(asked <= 8 && asked < session().workflows.entries.length, `only those that were under way, not ${asked}`);
    assert.ok((await workflows.tree.getChildren()).length > 0);
    own.service.faults.clear();
    await session().workflows.refresh();
    await until('every detail', () => session().workflows.entries.every(({ details }) => details));
    assert.equal(accounts.state.kind, 'connected');
    await until('both lists', () => lists().every(({ store }) => store.state === 'loaded'));
  });

  it('cancels a slow load on request, and keeps the list', async () => {
    const commandsOf = [commands.workflows.stopLoading, commands.runs.stopLoading];
    const paths = ['/v1/workflows', '/v1/executions'];
    for (const [index, { store, view, roots }] of lists().entries()) {
      const before = await roots();
      own.service.faults.add({ effect: { kind: 'hang' }, path: paths[index] ?? '', count: 0 });
      let hasEnded = false;
      void store.refresh().finally(() => {
        hasEnded = true;
      });
      // An automatic refresh, for which this one waits, may have to be canceled first.
      await until('the refresh to be canceled', async () => {
        await registry.executeCommand(commandsOf[index] ?? '');
        return hasEnded;
      });
      assert.deepEqual(await roots(), before);
      assert.match(view.message ?? '', /Canceled/);
      own.service.faults.clear();
      await store.refresh();
    }
  });

  it("shows rows whose details can't be loaded, with the reason", async () => {
    const { workflows } = own.inside;
    const [entry] = session().workflows.entries;
    assert.ok(entry);
    const known = own.service.state.workflows.get(entry.workflow.id);
    assert.ok(known);
    known.updatedAt += 1000;
    own.service.faults.add({
      effect: { kind: 'status', status: 404, body: { error: 'Workflow not found or access denied' } },
      path: `/v1/workflows/${known.id}`,
      count: 0,
    });
    const all = (await workflows.tree.getChildren()).length;
    await session().workflows.refresh();
    await until('the problem', () => session().workflows.get(known.id)?.problem);
    assert.equal((await workflows.tree.getChildren()).length, all);
    const node = await rowIn(workflows.tree, known.id);
    const item = workflows.tree.getTreeItem(node);
    assert.match(String(item.description), /^status unknown/);
    const { tooltip } = await workflows.tree.resolveTreeItem(item, node);
    assert.match((tooltip as MarkdownString).value, /not found or access denied/);
    await until('no second try', () => own.asked(new RegExp(`^/v1/workflows/${known.id}$`)) > 1);
    own.service.faults.clear();
    await session().workflows.refresh();
    await until('the details', () => session().workflows.get(known.id)?.details);
  });

  it('leaves out invalid rows, and says so', async () => {
    const [entry] = session().workflows.entries;
    const [run] = session().runs.runs;
    assert.ok(entry && run);
    const flawed = [
      {
        path: '/v1/workflows',
        body: [entry.workflow, { ...entry.workflow, id: 7 }],
        says: /^Unreadable rows: 1\..*\[1\]\.id/,
      },
      {
        path: '/v1/executions',
        body: { items: [{ id: 'x' }, run, null], total: 3, succeeded: 1, failed: 0, page: 1, limit: 50 },
        says: /^Unreadable rows: 2\..*items\[0\]/,
      },
    ];
    for (const [index, { store, view, roots }] of lists().entries()) {
      const fault = flawed[index];
      assert.ok(fault);
      own.service.faults.add({ effect: { kind: 'body', body: fault.body }, path: fault.path, count: 0 });
      await store.refresh();
      assert.equal(store.state, 'loaded');
      assert.equal((await roots()).filter(({ id }) => id !== 'more').length, 1);
      assert.match(view.message ?? '', fault.says);
      own.service.faults.clear();
      await store.refresh();
      assert.equal(view.message, '');
    }
  });

  it('shows huge and hostile names as one plain line', async () => {
    const { workflows } = own.inside;
    const [one, two, three] = [...own.service.state.workflows.values()].filter(({ own: mine }) => mine);
    assert.ok(one && two && three);
    const names = [one.name, two.name, three.name];
    one.name = 'x'.repeat(10 * 1024 * 1024);
    two.name = '**bold** [click](command:workbench.action.quit) $(flame)\npay\u202eroll\u200b';
    three.name = '\u200b\u202e\ufeff';
    await session().workflows.refresh();
    const rows = (await workflows.tree.getChildren()).map((node): TreeItem => workflows.tree.getTreeItem(node));
    const labels = rows.map(({ label }) => String(label));
    assert.ok(labels.every((label) => label.length <= 120 && !/[\p{Cf}\n]/u.test(label)));
    assert.ok(labels.includes('**bold** [click](command:workbench.action.quit) $(flame) payroll'));
    assert.ok(labels.includes('(unnamed)'));
    assert.ok(rows.every(({ tooltip }) => tooltip === undefined));
    const hovers = await Promise.all(
      (await workflows.tree.getChildren()).map(async (node) => {
        const { tooltip } = await workflows.tree.resolveTreeItem(new TreeItem(''), node);
        return tooltip as MarkdownString;
      }),
    );
    for (const { value, isTrusted, supportThemeIcons } of hovers) {
      assert.doesNotMatch(value, /[^\\]\[click|command:workbench|\u202e/);
      assert.ok(!supportThemeIcons && typeof isTrusted === 'object' && isTrusted.enabledCommands.length > 0);
    }
    for (const [index, workflow] of [one, two, three].entries()) workflow.name = names[index] ?? '';
    await session().workflows.refresh();
  });

  it('shows every step of a run whose steps have the same ID', async () => {
    const { tree } = own.inside.runs;
    const { runs: store } = session();
    const run = store.runs.find(({ status }) => status === 'SUCCEEDED');
    assert.ok(run);
    const detail = await session().client.getExecution(run.id);
    const [step] = detail.steps;
    own.service.faults.add({
      effect: { kind: 'body', body: { ...detail, steps: [step, step, step], step_count: 3 } },
      path: `/v1/executions/${run.id}`,
    });
    const steps = await tree.getChildren(await rowIn(tree, run.id));
    assert.equal(steps.length, 3);
    assert.equal(new Set(steps.map((node) => tree.getTreeItem(node).id)).size, 3);
  });

  it('shows an error of one run in its own rows', async () => {
    const { tree } = own.inside.runs;
    const { runs: store } = session();
    const run = store.runs.find(({ status, id }) => status === 'FAILED' && id);
    assert.ok(run);
    own.service.faults.add({ effect: { kind: 'status', status: 404 }, path: `/v1/executions/${run.id}` });
    const row = await rowIn(tree, run.id);
    const [note] = await tree.getChildren(row);
    assert.ok(note);
    assert.ok(note.id.startsWith(`${run.id}/note/`));
    assert.match(String(tree.getTreeItem(note).label), /Not found/);
    assert.ok((await tree.getChildren(row)).every((below) => 'step' in below));
  });

  it('recovers when nothing was ever loaded because the service was unreachable', async () => {
    const { port } = new URL(own.service.url);
    await connect('any', `http://127.0.0.1:${Number(port) === 9 ? 10 : 9}`);
    const { workflows } = own.inside;
    await Promise.all([session().workflows.ensure(), session().runs.ensure()]);
    await until(
      'both to have failed',
      () => session().workflows.state === 'failed' && session().runs.state === 'failed',
    );
    assert.equal(own.inside.accounts.state.kind, 'unreachable');
    assert.match(workflows.tree.view.message ?? '', /^Couldn't reach the service/);
    await connect(own.service.key, own.service.url);
    await until('both to be back', () => session().workflows.state === 'loaded' && session().runs.state === 'loaded');
  });
});
