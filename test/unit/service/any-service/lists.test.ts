/** The client, stores, and views of lists, with services that the document of the API allows (test/service/variations.ts). */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ModelTree } from '../../../../src/service/models/tree.ts';
import { UserModels } from '../../../../src/service/models/user-models.ts';
import { ModelViewPreferences } from '../../../../src/service/models/view-preferences.ts';
import { RunHistory, relatedRun } from '../../../../src/service/panels/run/run-history.ts';
import { runViewModel } from '../../../../src/service/panels/run/run-view-model.ts';
import { timelineOf } from '../../../../src/service/panels/run/timeline.ts';
import { statisticsOf } from '../../../../src/service/panels/workflow/statistics.ts';
import { RunTree } from '../../../../src/service/runs/tree.ts';
import { ModelStore } from '../../../../src/service/session/models/model-store.ts';
import type { RunStore } from '../../../../src/service/session/runs/run-store.ts';
import { WorkflowTree } from '../../../../src/service/workflows/tree.ts';
import { WorkflowViewPreferences } from '../../../../src/service/workflows/view-preferences.ts';
import { knownValue } from '../../../../src/shared/knowledge.ts';
import { timeOf } from '../../../../src/shared/text/time.ts';
import type { Run } from '../../../service/index.ts';
import { MODELS } from '../../../service/models.ts';
import { statusAt } from '../../../service/runs.ts';
import { seeds } from '../../../service/seeds.ts';
import { FakeMemento, settings } from '../../fake-vscode.ts';
import { type Met, meet } from './meet.ts';

/** Some forms of times have no milliseconds. */
const second = (time: number) => Math.floor(time / 1000);

async function loadAll(store: RunStore): Promise<void> {
  await store.refresh();
  for (let pages = 0; store.hasMore && pages < 100; pages++) await store.loadMore();
}

/** Compares loaded runs with those of the service, newest first; those of one second in any order. */
function expectRuns(store: RunStore, runs: readonly Run[]): void {
  expect(store.failure).toBeUndefined();
  expect(store.unreadable).toBeUndefined();
  expect(store.hasMore).toBe(false);
  const seen = store.runs.map(({ id, created_at }) => [id, second(timeOf(created_at))]);
  expect(new Map(seen as [string, number][])).toEqual(
    new Map(runs.map(({ id, createdAt }) => [id, second(createdAt)])),
  );
  expect(seen.map(([, at]) => at)).toEqual(runs.map(({ createdAt }) => second(createdAt)));
  expect(store.total).toBe(runs.length);
}

describe.for(seeds)('any service, seed %i', (seed) => {
  let met: Met;
  beforeAll(async () => {
    met = await meet(seed);
  });
  beforeEach(() => settings.set('switchyard.runs.pageSize', 50));
  afterAll(() => met.service.close());

  test('all workflows have a row', async () => {
    const { workflows } = met.accounts.only;
    await workflows.refresh();
    expect(workflows.failure).toBeUndefined();
    expect(workflows.unreadable).toBeUndefined();
    const own = [...met.service.state.workflows.values()].filter((one) => one.own);
    expect(workflows.entries.map(({ workflow }) => workflow.id).sort()).toEqual(own.map(({ id }) => id).sort());
    await workflows.loadDetails(
      workflows.entries.map(({ workflow }) => workflow.id),
      () => true,
    );
    for (const { workflow, details, problem } of workflows.entries) {
      const known = met.service.state.workflows.get(workflow.id);
      expect(problem).toBeUndefined();
      expect(second(timeOf(workflow.created_at))).toBe(second(known?.createdAt ?? 0));
      expect([workflow.name, details?.status, details?.active_version_id, details?.metadata]).toEqual([
        known?.name,
        known?.status,
        known?.activeVersionId,
        known?.metadata,
      ]);
    }
    const tree = new WorkflowTree(met.accounts, new WorkflowViewPreferences(new FakeMemento() as never));
    const rows = await tree.getChildren();
    expect(rows.map(({ id }) => id).sort()).toEqual(own.map(({ id }) => id).sort());
    for (const row of rows) {
      const item = tree.getTreeItem(row);
      expect(`${item.label} ${item.description}`).not.toMatch(/undefined|NaN|Invalid|\bnull\b/);
      const { tooltip } = await tree.resolveTreeItem({ ...item, tooltip: undefined } as never, row);
      expect(JSON.stringify(tooltip)).not.toMatch(/undefined|NaN|Invalid Date/);
      for (const part of await tree.getChildren(row)) {
        const { label, description = '' } = tree.getTreeItem(part);
        expect(`${label} ${description}`).not.toMatch(/undefined|NaN|Invalid/);
        for (const below of await tree.getChildren(part))
          expect(tree.getTreeItem(below).label).not.toMatch(/Couldn't|failed/);
      }
    }
    tree.dispose();
  });

  test('all runs are loaded, newest first, at the right time', async () => {
    const { runs } = met.accounts.only;
    runs.filter = {};
    await loadAll(runs);
    expectRuns(runs, met.runs);
  });

  test('all runs that match a filter are loaded', async () => {
    const { runs } = met.accounts.only;
    const ids = [...new Set(met.runs.map(({ workflowId }) => workflowId))].slice(0, 3);
    for (const workflow of ids) {
      runs.filter = { workflow };
      await loadAll(runs);
      expectRuns(
        runs,
        met.runs.filter(({ workflowId }) => workflowId === workflow),
      );
    }
    const isWanted = (run: (typeof met.runs)[number], at: number) => /^(?:FAILED|CANCELLED)$/.test(statusAt(run, at));
    let start = 0;
    do {
      start = Date.now();
      runs.filter = {};
      runs.filter = { statuses: ['FAILED', 'CANCELLED'] };
      await loadAll(runs);
      // Once more if a run has ended meanwhile.
    } while (met.runs.some((run) => isWanted(run, start) !== isWanted(run, Date.now())));
    expectRuns(
      runs,
      met.runs.filter((run) => isWanted(run, start)),
    );
    const tree = new RunTree(met.accounts);
    await tree.getChildren();
    expect(tree.view.description).not.toMatch(/undefined|NaN/);
    tree.dispose();
    runs.filter = {};
  });

  test('steps are complete, in the order of time, and a timeline says when and why', async () => {
    const { runs, feed } = met.accounts.only;
    await runs.refresh();
    const tree = new RunTree(met.accounts);
    const wanted = [...met.runs.slice(0, 12), ...met.runs.filter(({ ends }) => ends === 'FAILED').slice(0, 6)];
    for (const run of wanted) {
      const detail = await feed.run(run.id);
      expect(detail.steps.length).toBe(run.steps.length);
      const now = Date.now();
      const view = runViewModel({ run: detail }, 'name', now);
      const { spans, from, to } = timelineOf(detail, now);
      expect(spans.map(({ step }) => step.id).sort()).toEqual(run.steps.map(({ id }) => id).sort());
      for (const { started, ended } of spans) {
        expect(started ?? ended).toBeGreaterThanOrEqual(from);
        expect(ended).toBeLessThanOrEqual(to);
        if (started !== undefined) expect(started).toBeLessThanOrEqual(ended);
      }
      expect(JSON.stringify(view)).not.toMatch(/NaN|undefined|Invalid Date/);
      if (run.ends === 'FAILED' && run.steps.length > 0 && run.startsAt + run.lasts < now) {
        const last = run.steps.findLast(({ ends }) => ends === 'FAILED');
        const focused = spans[view.focus ?? -1]?.step;
        expect(focused?.step_name).toBe(last?.name);
      }
    }
    for (const day of (await tree.getChildren()).slice(0, 3)) {
      expect(tree.getTreeItem(day).label).not.toBe('Time unknown');
      for (const row of (await tree.getChildren(day)).slice(0, 6)) {
        const known = met.service.state.runs.get(row.id);
        const steps = await tree.getChildren(row);
        const texts = steps.map((step) => String(tree.getTreeItem(step).label));
        if (known?.steps.length === 0) expect(texts).toEqual([expect.stringMatching(/^No steps/)]);
        else {
          expect(texts.length).toBe(known?.steps.length);
          const starts = steps.map((step) =>
            timeOf((step as never as { step: { started_at: string } }).step.started_at),
          );
          const ordered = starts.filter((time) => !Number.isNaN(time));
          expect(ordered).toEqual(ordered.toSorted((one, other) => one - other));
        }
        const item = tree.getTreeItem(row);
        const { tooltip } = await tree.resolveTreeItem({ ...item, tooltip: undefined } as never, row);
        expect(`${item.label} ${item.description} ${JSON.stringify(tooltip)}`).not.toMatch(
          /NaN|undefined|Invalid Date/,
        );
      }
    }
    tree.dispose();
  });

  test('the runs of a workflow, its statistics, and the neighbors of a run are right', async () => {
    const { feed } = met.accounts.only;
    const [workflowId = ''] = met.runs.map((run) => run.workflowId);
    const known = met.runs.filter((run) => run.workflowId === workflowId);
    const history = new RunHistory(feed, { workflow_id: workflowId });
    await history.load(() => false);
    expect(history.items.map(({ id }) => id).sort()).toEqual(known.map(({ id }) => id).sort());
    const statistics = statisticsOf(history.items, []);
    const of = (status: string) => known.filter((run) => statusAt(run, Date.now()) === status).length;
    expect(statistics.successRate).toBeCloseTo(of('SUCCEEDED') / (of('SUCCEEDED') + of('FAILED')));
    const [, , third] = known;
    if (third === undefined) return;
    const run = await feed.run(third.id);
    const [next, previous] = await Promise.all([relatedRun(feed, run, 'next'), relatedRun(feed, run, 'previous')]);
    expect([next.run?.id, next.isCertain]).toEqual([known[1]?.id, true]);
    expect([previous.run?.id, previous.isCertain]).toEqual([known[3]?.id, true]);
  });

  test('the latest run of each workflow is known, or not said', async () => {
    const { latest } = met.accounts.only;
    await latest.refresh();
    for (const workflow of met.service.state.workflows.values()) {
      const newest = met.runs.find(({ workflowId }) => workflowId === workflow.id);
      if (latest.isNewestKnown && latest.latest(workflow.id))
        expect(second(timeOf(latest.latest(workflow.id)?.created_at))).toBe(second(newest?.createdAt ?? 0));
    }
  });

  test('all versions are loaded, the latest revision first', async () => {
    const { versions } = met.accounts.only;
    for (const { id } of [...met.service.state.workflows.values()].filter((one) => one.own)) {
      await versions.ensure(id);
      for (let pages = 0; versions.hasMore(id) && pages < 100; pages++) await versions.loadMore(id);
      const known = [...met.service.state.versions.values()].filter(({ workflowId }) => workflowId === id);
      known.sort((one, other) => other.revision - one.revision);
      expect(versions.versions(id).map((one) => one.id)).toEqual(known.map((one) => one.id));
      expect(versions.total(id)).toBe(known.length);
      const [first] = known;
      if (first === undefined) continue;
      const detail = await versions.detail(first.id);
      expect([detail.state, second(timeOf(detail.created_at))]).toEqual([first.state, second(first.createdAt)]);
    }
  });

  test('all models are listed, without a wrong price', async () => {
    const models = new ModelStore(met.accounts.only.client);
    await models.refresh();
    expect(models.failure).toBeUndefined();
    expect(models.unreadable).toBeUndefined();
    expect(models.models.map(({ id }) => id).sort()).toEqual(MODELS.map(({ id }) => id).sort());
    for (const { id, price, name } of models.models) {
      const { pricing } = (MODELS.find((one) => one.id === id)?.record ?? {}) as { pricing?: Record<string, string> };
      expect(name).not.toBe('');
      const shown = knownValue(price);
      for (const [part, sent] of [
        [shown?.input, pricing?.prompt],
        [shown?.output, pricing?.completion],
      ] as const)
        if (part !== undefined) expect(part).toBeCloseTo(Number(sent) * 1e6, 6);
    }
    const memento = new FakeMemento() as never;
    const tree = new ModelTree(met.accounts, {
      userModels: new UserModels(memento),
      viewPreferences: new ModelViewPreferences(memento),
    });
    const groups = await tree.getChildren();
    const rows = (await Promise.all(groups.map((group) => tree.getChildren(group)))).flat();
    expect(rows.length).toBe(MODELS.length);
    for (const row of rows) expect(JSON.stringify(tree.getTreeItem(row))).not.toMatch(/NaN|undefined|\[object/);
    tree.dispose();
  });
});
