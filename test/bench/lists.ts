/** Workflows and runs in the real extension host: number of requests, time per page, memory of the lists. */
import { runInNodeHost } from '../workbench/extension-host.ts';
import { ensureHost } from '../workbench/host.ts';
import { printRows, type Row } from './row.ts';

/** Results of the probe: milliseconds, bytes of bodies, numbers of requests. */
export interface ListFigures {
  readonly requestsBeforeRows: number;
  readonly firstRowsMs: number;
  readonly allMs: number;
  readonly detailsAtOnce: number;
  readonly details: number;
  /** Number of rows that a text filter found by the name of a workflow whose details aren't loaded. */
  readonly found: number;
  readonly workflowsHeapMiB: number;
  readonly repeatedDetails: number;
  /** Medians of the longest time for which one action blocks the extension host. */
  readonly refreshBlockMs: number;
  readonly clearBlockMs: number;
  readonly favoriteBlockMs: number;
  /** Until a filter that needs the details of all workflows has them. */
  readonly filterMs: number;
  readonly filterBlockMs: number;
  readonly modelsBlockMs: number;
  /** Processor time of the extension host, including three seconds of waiting. */
  readonly modelsProcessorMs: number;
  readonly executionRequests: number;
  readonly requests: number;
  readonly bytes: number;
  readonly loadedRuns: number;
  readonly page2Ms: number;
  readonly page100Ms: number;
  readonly heapMiB: number;
  readonly touchedByOneRun: number;
  readonly touchedInAll: number;
  readonly hiddenRequests: number;
  readonly idleRequests: number;
  readonly runningRequests: number;
  readonly usageMs: number;
}

export async function benchLists(vsix: string): Promise<Row[]> {
  const host = await ensureHost('newest');
  const settings = { 'switchyard.runs.pageSize': 100 };
  const { report: f } = await runInNodeHost<ListFigures>(host, vsix, 'test/bench/lists-probe.ts', { settings });
  const row = (what: string, figure: string, bar: string, met: boolean): Row => ({ what, figure, bar, met });
  const ms = (value: number) => `${value.toFixed(value < 10 ? 1 : 0)} ms`;
  return [
    row(
      `5,000 workflows: requests before the first rows (${ms(f.firstRowsMs)})`,
      String(f.requestsBeforeRows),
      '≤ 2',
      f.requestsBeforeRows <= 2,
    ),
    row(
      `5,000 workflows: detail requests at once (${f.details} in all, the last after ${ms(f.allMs)})`,
      String(f.detailsAtOnce),
      '≤ 4',
      f.detailsAtOnce > 1 && f.detailsAtOnce <= 4 && f.details === 100,
    ),
    row('5,000 workflows: details asked for again', String(f.repeatedDetails), '0', f.repeatedDetails === 0),
    row(
      `5,000 workflows: requests for their latest runs (all requests: ${f.requests}, ${Math.round(f.bytes / 1024)} KiB)`,
      String(f.executionRequests),
      '1',
      f.executionRequests === 1,
    ),
    row('5,000 workflows: rows found by a name without details', String(f.found), '1', f.found === 1),
    row(
      '5,000 workflows: share of the heap',
      `${f.workflowsHeapMiB.toFixed(1)} MiB`,
      '≤ 25 MiB',
      f.workflowsHeapMiB <= 25,
    ),
    ...(
      [
        ['refresh', f.refreshBlockMs],
        ['clear the filter', f.clearBlockMs],
        ['a favorite', f.favoriteBlockMs],
      ] as const
    ).map(([what, longest]) => row(`5,000 workflows: ${what}, longest block`, ms(longest), '≤ 100 ms', longest <= 100)),
    row('5,000 workflows: filter that needs all details', ms(f.filterMs), '≤ 5 s', f.filterMs <= 5000),
    row('5,000 workflows: the same filter, longest block', ms(f.filterBlockMs), '≤ 100 ms', f.filterBlockMs <= 100),
    row(
      `5,000 models of 70 providers: refresh, longest block (processor time ${ms(f.modelsProcessorMs)})`,
      ms(f.modelsBlockMs),
      '≤ 600 ms',
      f.modelsBlockMs <= 600,
    ),
    row(
      `${f.loadedRuns} runs of 100,000: page 100 (${ms(f.page100Ms)}) to page 2 (${ms(f.page2Ms)}), medians of fifteen, without the service`,
      `${(f.page100Ms / f.page2Ms).toFixed(2)} ×`,
      '≤ 1.5 ×',
      f.loadedRuns === 10_000 && f.page100Ms <= 1.5 * f.page2Ms,
    ),
    row(`${f.loadedRuns} runs: share of the heap`, `${f.heapMiB.toFixed(1)} MiB`, '≤ 25 MiB', f.heapMiB <= 25),
    row(
      `${f.loadedRuns} runs: rows drawn when one run has changed`,
      String(f.touchedByOneRun),
      '1',
      f.touchedByOneRun === 1,
    ),
    row('hidden for ten minutes: requests', String(f.hiddenRequests), '0', f.hiddenRequests === 0),
    row('seen and idle for ten minutes: requests', String(f.idleRequests), '≤ 11', f.idleRequests <= 11),
    row(
      '30 runs going on for ten minutes: requests',
      String(f.runningRequests),
      // One every three seconds, and one at the start.
      '≤ 201',
      f.runningRequests > 100 && f.runningRequests <= 201,
    ),
    row('100,000 records of usage: the page, median of five', ms(f.usageMs), '≤ 300 ms', f.usageMs <= 300),
  ];
}

if (import.meta.main) {
  const { packageVsix } = await import('../../scripts/package.ts');
  printRows(await benchLists((await packageVsix()).vsix));
}
