/** Runs that pause, go on after their end, or end twice: the document of the API has no transitions (test/service/variations.ts). */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createClient } from '../../../../src/service/api/index.ts';
import { RunEndTracker } from '../../../../src/service/runs/watching/run-end-tracker.ts';
import { type Run, type Service, startService } from '../../../service/index.ts';
import { statusAt } from '../../../service/runs.ts';
import { seeds } from '../../../service/seeds.ts';
import { settings } from '../../fake-vscode.ts';
import { isLongRun } from '../../random-runs.ts';
import { TestAccounts } from '../../session.ts';

/** Number of runs that are followed, one after another. */
const followed = 6;
const ends = new Set(['SUCCEEDED', 'FAILED', 'CANCELLED']);

let now = Date.now();
let service: Service;
afterEach(() => service.close());
beforeEach(() => void settings.set('switchyard.runs.pageSize', 50));

function withDetour({ workflows, runs }: Service['state']) {
  return [...runs.values()]
    .filter(({ workflowId }) => workflows.get(workflowId)?.own === true)
    .flatMap((run) => (run.detour === undefined ? [] : [{ run, detour: run.detour }]))
    .sort((one, other) => one.run.startsAt - other.run.startsAt)
    .filter(({ run }, index, all) => {
      const before = all[index - 1]?.run;
      return before === undefined || run.createdAt > before.startsAt + before.lasts;
    })
    .slice(-followed);
}

test.for(isLongRun ? seeds : seeds.slice(0, 1))(
  'seed %i: every state of a run is shown, with its steps, and each end is news [spec H21 H76]',
  async (seed) => {
    now = Date.now();
    service = await startService({ seed, now: () => now, order: 'newestFirst' });
    const accounts = new TestAccounts(createClient({ baseUrl: service.url, apiKey: service.key }));
    const { runs, feed } = accounts.only;
    const tracker = new RunEndTracker();
    const news: string[] = [];
    feed.onDidReceive((received) => {
      for (const { id, status } of tracker.recordRuns(received)) news.push(`${status} ${id}`);
    });
    const chosen = withDetour(service.state);
    expect(chosen.length).toBeGreaterThan(1);
    for (const { run, detour } of chosen) {
      const seen: string[] = [];
      for (const after of [detour.from / 2, detour.from + 1, detour.to - 1, detour.to + 1, run.lasts + 1]) {
        now = run.startsAt + after;
        await runs.refresh();
        const status = statusAt(run as Run, now);
        expect(runs.get(run.id)?.status).toBe(status);
        expect((await runs.detailOfRow(run.id)).status).toBe(status);
        if (ends.has(status) && seen.at(-1) !== status) seen.push(status);
        else if (!ends.has(status)) seen.push('');
      }
      expect(news.filter((one) => one.endsWith(` ${run.id}`))).toEqual(
        seen.filter((status) => status !== '').map((status) => `${status} ${run.id}`),
      );
    }
  },
);
