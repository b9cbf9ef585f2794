import assert from 'node:assert/strict';
import { env, type MarkdownString, commands as registry, type ThemeIcon, Uri, window, workspace } from 'vscode';
import type { StepRow } from '../../../src/service/runs/rows.ts';
import type { ServiceSession } from '../../../src/service/session/session.ts';
import { commands } from '../../../src/shared/generated/names.ts';
import type { Row } from '../../../src/shared/list/row.ts';
import { until } from '../../until.ts';
import { type OwnService, openOwnService } from './own-service.ts';
import { rowIn, session } from './world.ts';

describe('details of the Workflows view', () => {
  let own: OwnService;
  before(async () => {
    own = await openOwnService();
  });
  after(() => own?.end());

  const tree = () => own.inside.workflows.tree;
  const drawn = (id: string) => rowIn(tree(), id);
  const store = () => session().workflows;
  const names = async () => (await tree().getChildren()).map(({ id }) => store().get(id)?.workflow.name);
  const byName = (name: string) => {
    const entry = store().entries.find((one) => one.workflow.name === name);
    assert.ok(entry, name);
    return entry.workflow.id;
  };

  it('loads the latest run of all workflows with one request, and the details of each workflow once', async () => {
    const before = own.service.requests.length;
    await own.reopen();
    const requests = own.service.requests.slice(before);
    assert.equal(requests.filter(({ path }) => path === '/v1/workflows').length, 1);
    // The views may have refreshed since, but with the same request, and none is for a single workflow.
    const asked = requests.filter(({ path }) => path.startsWith('/v1/executions?'));
    assert.equal(new Set(asked.map(({ path }) => path)).size, 1);
    assert.ok(!asked.some(({ path }) => path.includes('workflow_id')));
    const details = requests.filter(({ path }) => /^\/v1\/workflows\/[^/]+$/.test(path));
    assert.equal(new Set(details.map(({ path }) => path)).size, details.length);
    assert.equal(details.length, store().entries.length);
    const id = byName('Invoice intake');
    const run = session().latest.latest(id);
    assert.ok(run);
    const row = tree().getTreeItem(await drawn(id));
    assert.match(
      row.accessibilityInformation?.label ?? '',
      /, enabled, latest run (succeeded|failed|canceled|paused|running|pending)/,
    );
    assert.doesNotMatch(String(row.description), /enabled|succeeded|failed/);
    const icons = { SUCCEEDED: 'pass', FAILED: 'error', RUNNING: 'loading~spin', PENDING: 'clock' } as Record<
      string,
      string
    >;
    const expected = icons[run.status];
    if (expected) assert.equal((row.iconPath as ThemeIcon).id, expected);
  });

  it('shows active version, versions and recent runs below a workflow', async () => {
    const id = byName('Invoice intake');
    const below = (await tree().getChildren(await drawn(id))).map((row) => row.id);
    assert.deepEqual(below, [`${id}/active`, `${id}/versions`, `${id}/runs`]);
    const runs = await tree().getChildren(await drawn(`${id}/runs`));
    assert.ok(runs.length > 0 && runs.length <= 5);
    const item = tree().getTreeItem(runs[0] as Row<ServiceSession>);
    assert.equal(item.contextValue, 'run');
    await registry.executeCommand(commands.runs.openDetails, runs[0]);
    const document = window.activeTextEditor?.document;
    assert.equal(document?.uri.scheme, 'switchyard-run');
    assert.equal(JSON.parse(document?.getText() ?? '').workflow_id, id);
    await registry.executeCommand('workbench.action.closeActiveEditor');
  });

  it('puts favorites first and filters by text and status, and says so', async () => {
    const all = await names();
    const last = byName(all.at(-1) ?? '');
    await registry.executeCommand(commands.workflows.addFavorite, await drawn(last));
    assert.equal((await names())[0], all.at(-1));
    assert.match(String(tree().getTreeItem(await drawn(last)).contextValue), /\bfavorite\b/);
    await registry.executeCommand(commands.workflows.removeFavorite, await drawn(last));
    assert.deepEqual(await names(), all);
    const { preferences } = tree();
    await preferences.setFilter({ text: 'INVOICE' });
    assert.deepEqual(await names(), ['Invoice intake']);
    assert.equal(tree().view.description, `1 of ${all.length} · “INVOICE”`);
    await preferences.setFilter({ kind: 'disabled' });
    assert.deepEqual(await names(), ['Contract review', 'Social listening']);
    await preferences.setSort('latestRun');
    await registry.executeCommand(commands.workflows.clearFilter);
    const sorted = (await names()).map((name) => session().latest.latest(byName(name ?? ''))?.created_at ?? '');
    assert.deepEqual(sorted, [...sorted].sort().reverse());
    assert.match(tree().view.description ?? '', /by latest run$/);
    await preferences.setSort('name');
    assert.deepEqual(await names(), all);
  });

  it('enables and disables several workflows immediately in the view, and reverts what the service rejects', async () => {
    const two = await Promise.all(['Invoice intake', 'Support triage'].map((name) => drawn(byName(name))));
    const statuses = () => two.map((node) => store().get((node as { id: string }).id)?.details?.status);
    own.service.faults.add({ effect: { kind: 'delay', ms: 300 }, method: 'PATCH', count: 1 });
    own.service.faults.add({
      effect: { kind: 'status', status: 404, body: { error: 'Workflow not found or access denied' } },
      method: 'PATCH',
      count: 1,
    });
    const shown: string[] = [];
    const listener = store().onDidChange(() => shown.push(statuses().join()));
    const done = registry.executeCommand(commands.workflows.disable, two[0], two);
    await until('both to look disabled', () => shown.includes('disabled,disabled'));
    await until('one to be taken back', () => statuses().filter((status) => status === 'enabled').length === 1);
    await done;
    own.service.faults.clear();
    listener.dispose();
    await registry.executeCommand('notifications.clearAll');
    await registry.executeCommand(commands.workflows.enable, two[0], two);
    assert.deepEqual(statuses(), ['enabled', 'enabled']);
    const patches = own.service.requests.filter(({ method }) => method === 'PATCH').length;
    assert.equal(patches, 3, 'the one that was enabled already is left alone');
  });

  it("explains a workflow's schedule in the tooltip", async () => {
    const id = byName('Nightly CRM sync');
    const known = own.service.state.workflows.get(id);
    assert.ok(known);
    known.scheduleOptions = JSON.stringify({ cron: '30 2 * * 1-5', timezone: 'UTC' });
    known.updatedAt += 1000;
    await store().refresh();
    await until('the new details', () => store().get(id)?.details?.schedule_options?.includes('cron'));
    const row = await drawn(id);
    const resolved = await tree().resolveTreeItem(tree().getTreeItem(row), row);
    const { value, isTrusted } = resolved.tooltip as MarkdownString;
    assert.match(value.replaceAll('\\', ''), /At 02:30, Monday through Friday/);
    assert.match(value, /\[Open Details\]\(command:switchyard\./);
    assert.ok(typeof isTrusted === 'object' && isTrusted.enabledCommands.every((id) => id.startsWith('switchyard.')));
  });

  it('keeps the body for a webhook, and copies the request as a curl command with correct quotes', async () => {
    const id = byName('Invoice intake');
    await registry.executeCommand(commands.workflows.editWebhookBody, await drawn(id));
    const document = window.activeTextEditor?.document;
    assert.equal(document?.uri.scheme, 'switchyard-webhook');
    assert.equal(document?.languageId, 'json');
    const body = `{"note": "it's $(date)"}`;
    await workspace.fs.writeFile(document?.uri ?? Uri.parse(''), new TextEncoder().encode(body));
    await registry.executeCommand(commands.workflows.copyWebhookAsCurl, await drawn(id));
    const curl = await env.clipboard.readText();
    assert.ok(curl.startsWith(`curl -X POST '${own.service.url}/webhooks/${id}'`), curl);
    assert.ok(curl.endsWith(`--data-raw '{"note": "it'\\''s $(date)"}'`), curl);
    assert.ok(!curl.includes(own.service.key));
    await registry.executeCommand('workbench.action.revertAndCloseActiveEditor');
  });
});

describe('details of the Runs view', () => {
  let own: OwnService;
  before(async () => {
    own = await openOwnService();
  });
  after(() => own?.end());

  const tree = () => own.inside.runs.tree;
  const days = async () => (await tree().getChildren()).filter(({ id }) => id.startsWith('day/'));
  const label = (row: Row<ServiceSession>) => String(tree().getTreeItem(row).label);

  it('groups runs by day, newest first, each run once', async () => {
    const nodes = await days();
    assert.ok(nodes[0]);
    assert.match(label(nodes[0]), /^(Today|Yesterday)$/);
    const ids: string[] = [];
    for (const day of nodes) {
      const runs = await tree().getChildren(day);
      // The next page may contain more runs of the last day.
      const isOpenEnded = day === nodes.at(-1);
      const count = isOpenEnded ? `${runs.length}+ runs` : runs.length === 1 ? '1 run' : `${runs.length} runs`;
      assert.equal(tree().getTreeItem(day).description, count);
      for (const { id } of runs) ids.push(id);
    }
    assert.equal(ids.length, 50);
    assert.equal(new Set(ids).size, 50);
    assert.deepEqual(
      ids,
      session().runs.runs.map(({ id }) => id),
    );
  });

  it('shows totals in the description of the view', () => {
    const { total, succeeded, failed } = session().runs.totals ?? { total: -1, succeeded: 0, failed: 0 };
    assert.equal(tree().view.description, `${total} · ✓ ${succeeded} · ✗ ${failed}`);
  });

  it('opens the error of a step, the run and its version as documents', async () => {
    const run = session().runs.runs.find(({ status }) => status === 'FAILED');
    assert.ok(run);
    const node = await rowIn(tree(), run.id);
    const steps = (await tree().getChildren(node)) as StepRow[];
    const step = steps.find((one) => one.step.error);
    assert.ok(step);
    await registry.executeCommand(commands.runs.openStepError, step);
    const text = () => window.activeTextEditor?.document.getText() ?? '';
    assert.ok(text().startsWith(step.step.error ?? '-'), text());
    await registry.executeCommand('workbench.action.closeActiveEditor');
    await registry.executeCommand(commands.runs.openDetails, node);
    assert.equal(JSON.parse(text()).id, run.id);
    await registry.executeCommand('workbench.action.closeActiveEditor');
    await registry.executeCommand(commands.runs.openVersion, node);
    assert.equal(JSON.parse(text()).id, run.version_id);
    await registry.executeCommand('workbench.action.closeActiveEditor');
  });

  it('refreshes one row when one run has changed', async () => {
    const { runs: store } = session();
    const planned = [...own.service.state.runs.values()].find(({ id }) => store.get(id)?.status === 'SUCCEEDED');
    assert.ok(planned);
    planned.ends = 'CANCELLED';
    await store.poll();
    // Their rows are redrawn within a quarter of a second.
    await new Promise((resolve) => setTimeout(resolve, 600));
    planned.ends = 'PAUSED';
    const touched: unknown[] = [];
    const listener = tree().onDidChangeTreeData((nodes) => touched.push(nodes));
    // The list itself is redrawn at once, and its rows a moment later.
    const redrawn = () => touched.flat().flatMap((row) => ((row as Row).id === 'more' ? [] : (row as Row).id));
    await store.poll();
    await until('the row to be redrawn', () => redrawn().length > 0);
    planned.ends = 'SUCCEEDED';
    await store.refresh();
    await until('the row to be redrawn again', () => redrawn().length > 1);
    listener.dispose();
    assert.deepEqual(redrawn(), [planned.id, planned.id]);
  });

  it('shows unknown types and statuses by name', async () => {
    const [run] = session().runs.runs;
    assert.ok(run);
    own.service.faults.add({
      effect: {
        kind: 'body',
        body: {
          items: [{ ...run, id: 'odd', type: 'TELEPATHY', status: 'DREAMING', duration: null, finished_at: null }],
          total: 1,
          succeeded: 0,
          failed: 0,
          page: 1,
          limit: 50,
        },
      },
      path: '/v1/executions',
      count: 1,
    });
    await session().runs.refresh();
    const row = await rowIn(tree(), 'odd');
    const item = tree().getTreeItem(row);
    assert.match(String(item.description), /DREAMING$/);
    assert.equal((item.iconPath as ThemeIcon).id, 'circle-outline');
    const { value } = (await tree().resolveTreeItem(item, row)).tooltip as MarkdownString;
    assert.match(value, /Type\\: TELEPATHY/);
    await session().runs.refresh();
  });

  it('filters runs by several statuses, and shows their number', async () => {
    const { runs: store } = session();
    const wanted = ['FAILED', 'PAUSED'];
    store.filter = {};
    await store.ensure();
    while (store.hasMore) await store.loadMore();
    const expected = store.runs.filter(({ status }) => wanted.includes(status)).map(({ id }) => id);
    assert.ok(expected.length > 10);
    store.filter = { statuses: ['FAILED', 'PAUSED'] };
    await store.ensure();
    while (store.hasMore) await store.loadMore();
    assert.deepEqual(
      store.runs.map(({ id }) => id),
      expected,
    );
    assert.equal(tree().view.description, `failed, paused · ${expected.length}`);
    store.filter = {};
    await store.ensure();
  });

  it('shows the runs of one workflow from its row', async () => {
    const [entry] = session().workflows.entries;
    assert.ok(entry);
    await registry.executeCommand(commands.runs.showForWorkflow, { kind: 'workflow', id: entry.workflow.id });
    await until('its runs', () => session().runs.state === 'loaded');
    assert.ok(session().runs.runs.every((run) => run.workflow_id === entry.workflow.id));
    assert.ok(tree().view.description?.startsWith(entry.workflow.name));
    await registry.executeCommand(commands.runs.clearFilter);
    await until('all runs', () => session().runs.count === 50);
  });
});
