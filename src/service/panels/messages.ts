/** Messages between the pages of the run and workflow panels and their host, and the view models. The host validates the messages. */
import { type ContentMessage, type Fact, pageMessages, type Tone } from '../../shared/panels/messages.ts';
import { flag, index, oneOf, type Parsed, parsed, union } from '../../shared/text/parse.ts';

/** Runs in the statistics: the loaded ones, or those of the last 7 or 30 days. */
export const ranges = ['loaded', '7', '30'] as const;
export type Range = (typeof ranges)[number];

const runActions = [
  'explain',
  'previousRun',
  'nextRun',
  'compare',
  'copyText',
  'copyId',
  'openJson',
  'publishBefore',
  'stopSearch',
  'sendAgain',
  'editPayload',
  'savePayload',
] as const;
export type RunAction = (typeof runActions)[number];
const workflowActions = [
  'copyId',
  'copyWebhook',
  'sendWebhook',
  'openVersion',
  'openStatistics',
  'publish',
  'enable',
  'disable',
  'watch',
] as const;
export type WorkflowAction = (typeof workflowActions)[number];

/** What a row of the usage stands for. */
export const usageGroups = ['day', 'model', 'feature', 'workspace'] as const;
export type UsageGroup = (typeof usageGroups)[number];
export const usagePeriods = ['month', '30', 'all'] as const;
export type UsagePeriod = (typeof usagePeriods)[number];
const usageActions = ['exportCsv', 'forget', 'changeBudget'] as const;
export type UsageAction = (typeof usageActions)[number];

const runMessage = union('kind', {
  ...pageMessages,
  /** Opens the error of a step as a document: of the timeline, or of a step that differs, in either run. */
  openError: { step: index, of: oneOf(['timeline', 'before', 'after']) },
  /** Opens an earlier run. `run` is its index in the list. */
  openRun: { run: index },
  /** Whether the text for a model has the payload. */
  includePayload: { isIncluded: flag },
  action: { action: oneOf(runActions) },
});
const statisticsMessage = union('kind', { ...pageMessages, range: { range: oneOf(ranges) } });
const usageMessage = union('kind', {
  ...pageMessages,
  group: { group: oneOf(usageGroups) },
  period: { period: oneOf(usagePeriods) },
  action: { action: oneOf(usageActions) },
});
const detailsMessage = union('kind', {
  ...pageMessages,
  /** Opens the page of a run. `run` is its index in the list. */
  openRun: { run: index },
  action: { action: oneOf(workflowActions) },
});

export type RunMessage = ContentMessage<Parsed<typeof runMessage>>;
export type StatisticsMessage = ContentMessage<Parsed<typeof statisticsMessage>>;
export type UsageMessage = ContentMessage<Parsed<typeof usageMessage>>;
export type DetailsMessage = ContentMessage<Parsed<typeof detailsMessage>>;

/** Each returns undefined for a value that isn't a valid message of the panel's page. */
export const parseMessage = {
  run: (value: unknown) => parsed(runMessage, value),
  statistics: (value: unknown) => parsed(statisticsMessage, value),
  usage: (value: unknown) => parsed(usageMessage, value),
  details: (value: unknown) => parsed(detailsMessage, value),
};

// View models: the host localizes the texts; the webview computes the scales of the charts.

const tones: ReadonlyMap<string, Tone> = new Map([
  ['SUCCEEDED', 'good'],
  ['FAILED', 'bad'],
  ['RUNNING', 'running'],
  ['PENDING', 'waiting'],
]);

/** Returns the color of a run's or step's status. */
export const toneOf = (status: string): Tone => tones.get(status) ?? 'neutral';

/** One step on the time axis; times are seconds from the start of the axis. */
export interface Bar {
  readonly name: string;
  /** `TRIGGER`, `PIECE`, or another type of the service. */
  readonly type: string;
  readonly attempt: number;
  readonly status: string;
  readonly tone: Tone;
  /** Start of the wait time. */
  readonly from: number;
  /** Start of the run time; equal to `to` if the step never ran. */
  readonly started: number;
  readonly to: number;
  readonly waited: string;
  readonly ran: string;
  readonly error: string | null;
}

/** The kept payload that started a run, and the response to it. */
export interface PayloadView {
  /** "14:05" */
  readonly time: string;
  /** "Sent from here, Nov 20, 2026, 2:05 PM" */
  readonly sent: string;
  readonly size: string;
  readonly body: string;
  /** How it differs from that of the run before; empty if no such payload is kept. */
  readonly comparison: string;
  /** The lines that differ. */
  readonly before: string;
  readonly after: string;
  /** "Status 202" */
  readonly result: string;
  readonly response: string;
  /** Whether the text for a model has it. */
  readonly isIncluded: boolean;
}

/** A step that differs from the earlier run. */
export interface ChangedStepView {
  readonly name: string;
  /** What differs; empty if there's no earlier run. */
  readonly differences: string;
  /** The attempts in each run; empty if there's no earlier run. */
  readonly before: string;
  readonly after: string;
  readonly tone: Tone;
  /** Only if the errors differ. */
  readonly earlierError: string | null;
  readonly error: string | null;
}

/** What differs from an earlier run, usually the last success. */
export interface ChangesView {
  readonly title: string;
  /** Only those that differ. */
  readonly facts: readonly Fact[];
  /** "Same: version, type"; empty if nothing is. */
  readonly same: string;
  /** The versions since the earlier run, latest first. */
  readonly versions: readonly { readonly name: string; readonly about: string; readonly message: string }[];
  readonly versionsNote: string;
  readonly steps: readonly ChangedStepView[];
  readonly stepNotes: readonly string[];
  /** About the runs before; empty until they're loaded. */
  readonly earlier: readonly string[];
  /** The latest runs before, and the compared run. */
  readonly runs: readonly ListedRun[];
  readonly unknown: readonly string[];
  readonly canCompare: boolean;
  /** Name of the earlier version, if the run failed after a newer one replaced it; null otherwise. */
  readonly publishable: string | null;
}

export interface RunViewModel {
  readonly kind: 'run';
  readonly title: string;
  /** The result and, for a failed run, what the records say about its version. */
  readonly headline: string;
  /** Of the status of the run. */
  readonly tone: Tone;
  /** True if the run is active, so the panel updates automatically. */
  readonly live: boolean;
  readonly changes: ChangesView | null;
  /** How many runs were searched for the last success; null if that's over. */
  readonly searched: number | null;
  readonly facts: readonly Fact[];
  /** Name of the time axis. */
  readonly axis: string;
  /** Length of the time axis in seconds. */
  readonly length: number;
  readonly bars: readonly Bar[];
  /** What the bars don't show, such as steps that can't be read. */
  readonly stepNotes: readonly string[];
  /** Index of the highlighted step, at which the run failed. */
  readonly focus: number | null;
  /** Null if it isn't kept. */
  readonly payload: PayloadView | null;
}

/** Number of runs on one day, by result. */
export interface DayCounts {
  /** Short, for the axis: "Nov 20". */
  readonly date: string;
  /** "Fri, Nov 20" */
  readonly name: string;
  readonly succeeded: number;
  readonly failed: number;
  readonly other: number;
}

/** The duration of one run. */
export interface DurationPoint {
  /** Days since the start of the first day. */
  readonly at: number;
  readonly seconds: number;
  /** "Nov 20, 2026, 2:05:00 PM" */
  readonly time: string;
  readonly status: string;
  readonly tone: Tone;
}

export interface StatisticsViewModel {
  readonly kind: 'statistics';
  readonly title: string;
  readonly range: Range;
  /** Runs in the statistics: "Latest 300 of 1240 runs: Nov 3 – 20". */
  readonly scope: string;
  readonly facts: readonly Fact[];
  readonly days: readonly DayCounts[];
  readonly durations: readonly DurationPoint[];
  /** Horizontal lines in the chart of durations. */
  readonly marks: readonly { readonly seconds: number; readonly name: string }[];
}

/** A run in a list. */
export interface ListedRun {
  readonly created: string;
  readonly status: string;
  readonly tone: Tone;
  readonly duration: string;
  readonly version: string;
  readonly type: string;
}

export interface DetailsViewModel {
  readonly kind: 'details';
  readonly title: string;
  readonly description: string;
  readonly facts: readonly Fact[];
  /** Revision and name of the active version; null if no version is active or it couldn't be loaded. */
  readonly version: {
    readonly name: string;
    readonly message: string /** How its runs went. */;
    readonly runs: string;
  } | null;
  readonly webhook: string;
  /** Changes of the status that are offered. */
  readonly changes: readonly ('enable' | 'disable')[];
  readonly runs: readonly ListedRun[];
  /** Why runs are missing; empty if none is. */
  readonly runsNote: string;
  /** Pretty-printed; empty if the workflow has no metadata. */
  readonly metadata: string;
  /** The whole record as JSON. */
  readonly raw: string;
}

/** The sums of some records. An estimate has "≈" before it; a cell is empty if nothing was used. */
export interface UsageRow {
  readonly name: string;
  readonly requests: string;
  readonly input: string;
  readonly output: string;
  /** Images, characters, and minutes. */
  readonly other: string;
  readonly cost: string;
}

export interface UsageViewModel {
  readonly kind: 'usage';
  readonly title: string;
  readonly group: UsageGroup;
  readonly period: UsagePeriod;
  readonly facts: readonly Fact[];
  readonly rows: readonly UsageRow[];
  /** The sum of all records of the period. */
  readonly sum: UsageRow;
  /** Says that nothing was used; empty if something was, or may have been. */
  readonly note: string;
  /** What isn't shown, and where the numbers come from. */
  readonly remarks: readonly string[];
}

export type ViewModel = RunViewModel | StatisticsViewModel | DetailsViewModel | UsageViewModel;
