/**
 * Runs inside the extension host: the lists of workflows and runs, checked against the reference service's request log.
 */
import { appendFileSync, existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { commands, type Event, EventEmitter, extensions, type TreeDataProvider } from 'vscode';
import type { TestApi } from '../../src/activate.ts';
import { refreshRuns } from '../../src/service/runs/run-refresher.ts';
import type { RunTree } from '../../src/service/runs/tree.ts';
import type { RunStore } from '../../src/service/session/runs/run-store.ts';
import type { ServiceSession } from '../../src/service/session/session.ts';
import type { Row } from '../../src/shared/list/row.ts';
import { type Service, startService } from '../service/index.ts';
import { FakeClock } from '../unit/fake-clock.ts';
import { until } from '../until.ts';
import { writeReport } from '../workbench/suite/report.ts';
import { collected } from './collected.ts';
import type { ListFigures } from './lists.ts';
import { longestBlock } from './longest-block.ts';
import { manyModels } from './many-models.ts';
import { median } from './row.ts';

const WORKFLOWS = 5000;
/** Number of workflows whose details are loaded with the list. */
const FIRST_PAGE = 100;
const RUNS = 100_000;
/** Number of runs that are loaded, page by page. */
const LOADED = 10_000;
/** Number of times that all pages are loaded. */
const ROUNDS = 3;
const USES = 100_000;
const MEBIBYTE = 1024 * 1024;

export async function run(): Promise<void> {
  const service = await startService();
  fill(service);
  process.env.SWITCHYARD_API_KEY = service.key;
  process.env.SWITCHYARD_BASE_URL = service.url;
  const exported = await extensions.getExtension<TestApi>('switchyard.switchyard')?.activate();
  if (!exported) throw new Error('the extension shows nothing of its inside');
  const figures: ListFigures = {
    ...(await openWorkflows(service, exported)),
    ...(await pageRuns(service, exported)),
    ...(await follow(service, exported)),
    ...(await blocksOf(service, exported)),
    usageMs: await openUsage(exported),
  };
  await writeReport(figures);
  await service.close();
}

/** Replaces all workflows and runs. The runs are spread over a hundred days, and none of them is active. */
function fill({ state }: Service): void {
  const [workflow] = [...state.workflows.values()].filter((one) => one.own);
  const [example] = [...state.runs.values()];
  if (!workflow || !example) throw new Error('the reference service is empty');
  state.runs.clear();
  state.workflows.clear();
  for (let index = 0; index < WORKFLOWS; index++) {
    const id = `wf_${index}`;
    state.workflows.set(id, { ...workflow, id, name: `Workflow ${index}`, own: true });
  }
  const now = Date.now();
  for (let index = 0; index < RUNS; index++) {
    const id = `run_${index}`;
    const createdAt = now - 60_000 - index * 86_400;
    const ends = index % 7 === 0 ? 'FAILED' : 'SUCCEEDED';
    const workflowId = `wf_${index % WORKFLOWS}`;
    state.runs.set(id, { ...example, id, workflowId, ends, createdAt, startsAt: createdAt, lasts: 1000 });
  }
}

async function openWorkflows(service: Service, { accounts, workflows }: TestApi) {
  const session = await accounts.require();
  const before = collected();
  const start = performance.now();
  const answered = () => service.requests.filter(({ status, path }) => status > 0 && path.startsWith('/v1/workflows'));
  const isDetail = ({ path }: { path: string }) => /^\/v1\/workflows\/[^/]+$/.test(path);
  let requestsBeforeRows = 0;
  let detailsAtOnce = 0;
  const watch = setInterval(() => {
    const open = service.requests.filter((request) => request.status === 0 && isDetail(request)).length;
    detailsAtOnce = Math.max(detailsAtOnce, open);
  }, 1);
  const firstRows = new Promise<number>((resolve) => {
    const listener = session.workflows.onDidChange(() => {
      if (session.workflows.state !== 'loaded') return;
      listener.dispose();
      requestsBeforeRows = answered().length;
      resolve(performance.now() - start);
    });
  });
  // Long enough for the interval to see how many detail requests run at the same time.
  service.faults.add({ effect: { kind: 'delay', ms: 10 }, path: '/v1/workflows/*', count: 0 });
  await commands.executeCommand('switchyard.workflows.focus');
  const firstRowsMs = await firstRows;
  await until(
    'the details of the first page',
    () => session.workflows.entries.filter(({ details }) => details).length === FIRST_PAGE,
  );
  const allMs = performance.now() - start;
  clearInterval(watch);
  service.faults.clear();
  await until('the runs', () => session.runs.state === 'loaded');
  const details = service.requests.filter(isDetail).map(({ path }) => path);
  await workflows.tree.preferences.setFilter({ text: `workflow ${WORKFLOWS - 1}` });
  const found = (await workflows.tree.getChildren()).length;
  await workflows.tree.preferences.setFilter({});
  return {
    requestsBeforeRows,
    firstRowsMs,
    allMs,
    detailsAtOnce,
    details: details.length,
    found,
    repeatedDetails: details.length - new Set(details).size,
    executionRequests: service.requests.filter(({ path }) => path.startsWith('/v1/executions')).length,
    requests: service.requests.length,
    bytes: service.requests.reduce((sum, { bytes }) => sum + bytes, 0),
    workflowsHeapMiB: (collected() - before) / MEBIBYTE,
  };
}

/** How long one action blocks the extension host at most, until VS Code has drawn its rows. */
async function blocksOf(service: Service, { accounts, workflows: { tree }, models }: TestApi) {
  const { preferences } = tree;
  const session = await accounts.require();
  const { workflows: store } = session;
  await commands.executeCommand('switchyard.workflows.focus');
  await until('the view', () => tree.view.visible);
  const refreshMs: number[] = [];
  const clearMs: number[] = [];
  const favoriteMs: number[] = [];
  for (let round = 0; round < 5; round++) {
    refreshMs.push(await longestBlock(() => store.refresh()));
    await preferences.setFilter({ text: 'workflow 1' });
    clearMs.push(await longestBlock(() => preferences.setFilter({})));
    favoriteMs.push(await longestBlock(() => preferences.setFavorite('wf_4000', round % 2 === 0)));
  }
  // The details of all workflows that the first page didn't load are requested for it.
  let filterMs = 0;
  const filterBlockMs = await longestBlock(async () => {
    const start = performance.now();
    await preferences.setFilter({ kind: 'enabled' });
    await until('all details', () => store.entries.every(({ details }) => details));
    filterMs = performance.now() - start;
  });
  await preferences.setFilter({});
  service.faults.add({ effect: { kind: 'body', body: { data: manyModels() } }, path: '/v1/models', count: 0 });
  await commands.executeCommand('switchyard.models.focus');
  await until('the view', () => models.tree.view.visible);
  const modelsMs: number[] = [];
  const processorMs: number[] = [];
  for (let round = 0; round < 5; round++) {
    const before = process.cpuUsage();
    modelsMs.push(await longestBlock(() => session.models.refresh()));
    const { user, system } = process.cpuUsage(before);
    processorMs.push((user + system) / 1000);
  }
  service.faults.clear();
  return {
    refreshBlockMs: median(refreshMs),
    clearBlockMs: median(clearMs),
    favoriteBlockMs: median(favoriteMs),
    filterMs,
    filterBlockMs,
    modelsBlockMs: median(modelsMs),
    modelsProcessorMs: median(processorMs),
  };
}

type AnyRow = Row<ServiceSession>;

const isDay = ({ id }: AnyRow) => id.startsWith('day/');

/** Requests the rows that VS Code requests after an event, including those of expanded rows. */
async function draw(tree: TreeDataProvider<AnyRow>, fired: readonly (AnyRow | undefined)[]): Promise<void> {
  for (const row of fired) {
    if (row) tree.getTreeItem(row);
    if (row && !isDay(row)) continue;
    for (const child of (await tree.getChildren(row)) ?? []) {
      const item = await tree.getTreeItem(child);
      // Expanded (2): VS Code requests its children too.
      if (isDay(child) && item.collapsibleState === 2) await draw(tree, [child]);
    }
  }
}

/** Loads the next page, and requests the rows that VS Code requests after it. */
async function loadPage(store: RunStore, tree: RunTree): Promise<void> {
  const fired: (AnyRow | undefined)[] = [];
  const listener = tree.onDidChangeTreeData((nodes) => fired.push(...(Array.isArray(nodes) ? nodes : [nodes])));
  await store.loadMore();
  listener.dispose();
  await draw(tree, fired.includes(undefined) ? [undefined] : fired);
}

async function pageRuns(service: Service, { accounts, runs: { tree } }: TestApi) {
  const session = await accounts.require();
  const { runs: store } = session;
  const first: number[] = [];
  const last: number[] = [];
  const reload = async () => {
    store.filter = { statuses: ['PAUSED'] };
    store.filter = {};
    await store.ensure();
    await draw(tree, [undefined]);
  };
  await commands.executeCommand('workbench.view.explorer');
  await until('the view to be hidden', () => !tree.view.visible);
  // Warm-up, so that the code is compiled when the first pages are measured.
  while (store.count < LOADED) await loadPage(store, tree);
  // Time spent waiting for the service is subtracted.
  let waited = 0;
  const ask = session.feed.page.bind(session.feed);
  session.feed.page = async (...query: Parameters<typeof ask>) => {
    const start = performance.now();
    const page = await ask(...query);
    waited += performance.now() - start;
    return page;
  };
  let before = 0;
  // A page takes a few milliseconds, about as long as a garbage collection, so several rounds are needed.
  for (let round = 0; round < ROUNDS; round++) {
    await reload();
    before = collected();
    const pages: number[] = [];
    while (store.count < LOADED) {
      waited = 0;
      const start = performance.now();
      await loadPage(store, tree);
      pages.push(performance.now() - start - waited);
    }
    first.push(...pages.slice(0, 5));
    last.push(...pages.slice(-5));
  }
  const heapMiB = (collected() - before) / MEBIBYTE;
  await commands.executeCommand('switchyard.runs.focus');
  await until('the view to be shown', () => tree.view.visible);
  const [one] = store.runs;
  const touched: unknown[] = [];
  const listener = tree.onDidChangeTreeData((rows) => touched.push(...[rows].flat().map((row) => row?.id)));
  const known = service.state.runs.get(one?.id ?? '');
  if (!known) throw new Error('the newest run is not known');
  known.ends = 'CANCELLED';
  await store.poll();
  // The list itself is redrawn at once, and its rows a moment later.
  await until('the row to be redrawn', () => touched.includes(known.id));
  listener.dispose();
  return {
    loadedRuns: store.count,
    page2Ms: median(first),
    page100Ms: median(last),
    heapMiB,
    touchedByOneRun: touched.filter((row) => row === known.id).length,
    touchedInAll: touched.length,
  };
}

/** Counts the requests in ten minutes of a fake clock while both views are hidden, idle, and showing active runs. */
async function follow(service: Service, { accounts }: TestApi) {
  const changed = new EventEmitter<unknown>();
  const view = { visible: false, onDidChangeVisibility: changed.event };
  const clock = new FakeClock();
  const session = await accounts.require();
  await session.latest.ensure();
  await session.runs.refresh();
  const refresher = refreshRuns(
    {
      session,
      runsTree: { view, expandedRuns: [] },
      workflowsView: view,
      watched: { isEmpty: true, pinned: undefined, onDidChange: changed.event as Event<void> },
      notifier: { unfinishedOffPage: [], refreshRun: async () => undefined },
    },
    clock,
  );
  const tenMinutes = async () => {
    const before = service.requests.length;
    await clock.advanceAndSettle(600_000, () => until('the next timer', () => clock.pending > 0));
    return service.requests.length - before;
  };
  const see = (visible: boolean) => {
    view.visible = visible;
    changed.fire(undefined);
  };
  const hidden = await tenMinutes();
  see(true);
  const idle = await tenMinutes();
  const now = Date.now();
  for (const [index, run] of [...service.state.runs.values()].slice(0, 30).entries())
    Object.assign(run, { createdAt: now - index, startsAt: now - index, lasts: 3_600_000 });
  await session.runs.poll();
  const running = await tenMinutes();
  refresher.dispose();
  changed.dispose();
  return { hiddenRequests: hidden, idleRequests: idle, runningRequests: running };
}

/** Opens the page of usage with 100,000 records of this month, in milliseconds: until it's sent to the webview. */
async function openUsage({ accounts }: TestApi): Promise<number> {
  const { usage } = await accounts.require();
  usage.add({ feature: 'chat', model: 'acme/0', input: 1, output: 1 });
  const folder = path.join(accounts.storage.fsPath, 'usage');
  await until('a record', () => existsSync(folder) && readdirSync(folder).length > 0);
  const lines = Array.from({ length: USES }, (_, index) =>
    JSON.stringify({
      ...{ at: Date.now() - index, model: `acme/${index % 50}`, workspace: `project ${index % 9}`, feature: 'chat' },
      ...{ input: index, output: 10, estimated: false, cost: 0.001, currency: 'USD' },
    }),
  );
  appendFileSync(path.join(folder, readdirSync(folder)[0] ?? ''), `\n${lines.join('\n')}`);
  const times: number[] = [];
  for (let round = 0; round < 5; round++) {
    const start = performance.now();
    await commands.executeCommand('switchyard.usage.show');
    times.push(performance.now() - start);
    await commands.executeCommand('workbench.action.closeAllEditors');
  }
  return median(times);
}
