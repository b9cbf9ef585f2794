import assert from 'node:assert/strict';
import { env, commands as registry, Uri, window } from 'vscode';
import { commands, views } from '../../../src/shared/generated/names.ts';
import { type Effect, type Service, startService } from '../../service/index.ts';
import { until } from '../../until.ts';
import { api, connect, session } from './world.ts';

describe('links', () => {
  let service: Service;
  before(async () => {
    service = await startService();
    await connect(service.key, service.url);
    await registry.executeCommand(`${views.workflows}.focus`);
  });
  beforeEach(async () => {
    await registry.executeCommand('workbench.action.closeAllEditors');
    // One test begins another session.
    await Promise.all([session().workflows.ensure(), session().runs.ensure()]);
  });
  after(async () => {
    await registry.executeCommand('workbench.action.closeAllEditors');
    await connect(undefined);
    await service.close();
  });

  it('reveal the row of a workflow', async () => {
    const { links, workflows } = await api();
    const { id } = session().workflows.entries.at(-1)?.workflow ?? assert.fail();
    await links.show({ kind: 'workflow', id });
    await until('the row to be selected', () => {
      const [selected] = workflows.tree.view.selection;
      return selected?.id === id;
    });
  });

  it('reveal the row of a workflow while the view loads its rows', async () => {
    const { links, workflows } = await api();
    const [first] = session().workflows.entries;
    const id = first?.workflow.id ?? '';
    await registry.executeCommand(`${views.runs}.focus`);
    // The view forgets its rows, and asks for them again.
    await connect(undefined);
    await connect(service.key, service.url);
    await links.show({ kind: 'workflow', id });
    const [selected] = workflows.tree.view.selection;
    assert.equal(selected?.id, id);
  });

  it("open the page of a run, also if it isn't loaded", async () => {
    const { links } = await api();
    const old = [...service.state.runs.keys()].find((id) => session().runs.get(id) === undefined);
    assert.ok(old);
    const titles = () => window.tabGroups.all.flatMap(({ tabs }) => tabs.map(({ label }) => label));
    await links.show({ kind: 'run', id: old });
    await until('the page', () => titles().some((title) => / · .*\d/.test(title)));
    await registry.executeCommand('workbench.action.closeAllEditors');
  });

  it('select the row of a run with its steps, or open the page of one that has no row', async () => {
    const { runs } = await api();
    const row = session().runs.activeRuns[0] ?? assert.fail('an active run');
    await registry.executeCommand(commands.runs.reveal, { kind: 'run', id: row.id });
    assert.deepEqual(
      runs.tree.view.selection.map(({ id }) => id),
      [row.id],
    );
    await until('its steps', () => runs.tree.expandedRuns.includes(row.id));
    const old = [...service.state.runs.keys()].find((id) => session().runs.get(id) === undefined);
    await registry.executeCommand(commands.runs.reveal, { kind: 'run', id: old });
    const titles = () => window.tabGroups.all.flatMap(({ tabs }) => tabs.map(({ label }) => label));
    await until('the page', () => titles().some((title) => / · .*\d/.test(title)));
  });

  it('open no document for a missing record', async () => {
    const { links } = await api();
    await links.show({ kind: 'run', id: 'run_that_is_not_there' });
    assert.equal(window.activeTextEditor, undefined);
  });

  const faults: readonly Effect[] = [
    { kind: 'status', status: 500 },
    { kind: 'body', body: { id: 7, steps: 'none' } },
  ];
  for (const effect of faults)
    it(`open no document when the service fails: ${JSON.stringify(effect)}`, async () => {
      const { links } = await api();
      service.faults.add({ effect, path: '/v1/executions/run_somewhere', count: 0 });
      await links.show({ kind: 'run', id: 'run_somewhere' });
      assert.equal(window.activeTextEditor, undefined);
      service.faults.clear();
    });

  it("send no request if they aren't links to a record", async () => {
    const { links } = await api();
    // The views load their own records in the meantime.
    const before = service.requests.length;
    for (const path of ['/publish/wf_link', '/run/../../link', '/workflow/', '/run/link/b'])
      await links.handleUri(Uri.from({ scheme: env.uriScheme, authority: 'switchyard.switchyard', path }));
    await links.handleUri(Uri.parse(`${env.uriScheme}://switchyard.switchyard/run/link?x=1`));
    const others = service.requests.slice(before).filter(({ path }) => path.includes('link') || path.endsWith('/'));
    assert.deepEqual(others, []);
  });

  it('are copied from a row', async () => {
    const workflow = session().workflows.entries[0]?.workflow.id;
    await registry.executeCommand(commands.workflows.copyLink, { kind: 'workflow', id: workflow });
    const text = await env.clipboard.readText();
    assert.ok(text.startsWith(`${env.uriScheme}://switchyard.switchyard/workflow/${workflow}?at=`), text);
    const run = session().runs.runs[0]?.id;
    await registry.executeCommand(commands.runs.copyLink, { kind: 'run', id: run });
    assert.ok((await env.clipboard.readText()).includes(`/run/${run}?at=`));
  });
});
