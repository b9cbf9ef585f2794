/** The messages between a panel and its host, and the view models. The host checks the messages of the panel. */
import { isRecord } from '../api/json.ts';

/** Runs that statistics are about: those that are loaded, or those of the last 7 or 30 days. */
export const RANGES = ['loaded', '7', '30'] as const;
export type Range = (typeof RANGES)[number];

/** Buttons of the panels. */
const ACTIONS = [
  'explain',
  'compareWithLastSuccess',
  'copyId',
  'previousRun',
  'nextRun',
  'copyWebhook',
  'sendWebhook',
  'openVersion',
  'openStatistics',
] as const;
export type Action = (typeof ACTIONS)[number];

export type ToHost =
  /** The panel's code runs: it wants `show`. */
  | { readonly kind: 'ready' }
  | { readonly kind: 'refresh' }
  /** Opens the error of a step as a document. */
  | { readonly kind: 'openError'; readonly step: number; readonly side: 'left' | 'right' }
  | { readonly kind: 'range'; readonly range: Range }
  | { readonly kind: 'action'; readonly action: Action }
  /** Opens the timeline of one of the runs that the panel shows. */
  | { readonly kind: 'openRun'; readonly run: number };

export type ToPanel = {
  readonly kind: 'show';
  readonly view: ViewModel;
  readonly l10n: Readonly<Record<string, string>>;
};

/** The message in what a webview posted; undefined for anything that the host never offered. */
export function parseToHost(value: unknown): ToHost | undefined {
  if (!isRecord(value)) return undefined;
  const { kind, step, side, run } = value;
  switch (kind) {
    case 'ready':
    case 'refresh':
      return { kind };
    case 'openError':
      return isIndex(step) && (side === 'left' || side === 'right') ? { kind, step, side } : undefined;
    case 'openRun':
      return isIndex(run) ? { kind, run } : undefined;
    case 'range': {
      const range = RANGES.find((one) => one === value.range);
      return range && { kind, range };
    }
    case 'action': {
      const action = ACTIONS.find((one) => one === value.action);
      return action && { kind, action };
    }
    default:
      return undefined;
  }
}

const isIndex = (value: unknown): value is number => Number.isInteger(value) && Number(value) >= 0;

// View models: texts are localized by the host; the webview makes scales of the figures.

/** How a status is coloured; its word stands beside it. */
export type Tone = 'good' | 'bad' | 'going' | 'waiting' | 'neutral';

/** A name and a value: "Duration", "3 min 20 s". */
export interface Fact {
  readonly name: string;
  readonly value: string;
  readonly tone?: Tone;
}

/** One step on the time axis; times are seconds from the start of the axis. */
export interface Bar {
  readonly name: string;
  /** `TRIGGER`, `PIECE`, or what the service calls it. */
  readonly type: string;
  readonly attempt: number;
  readonly status: string;
  readonly tone: Tone;
  /** From here it waited. */
  readonly from: number;
  /** From here it ran; equal to `to` where it never did. */
  readonly started: number;
  readonly to: number;
  readonly waited: string;
  readonly ran: string;
  readonly error: string | null;
}

export interface RunViewModel {
  readonly kind: 'run';
  readonly title: string;
  readonly facts: readonly Fact[];
  /** Length of the time axis in seconds. */
  readonly length: number;
  readonly bars: readonly Bar[];
  /** The step to look at first: the one that failed last. */
  readonly focus: number | null;
  /** The run is active: the panel updates automatically. */
  readonly live: boolean;
  /** What the last button did not find; else empty. */
  readonly notice: string;
  /** Why it is not up to date; else empty. */
  readonly stale: string;
}

/** The runs of one day. */
export interface Day {
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
  /** Which runs it is about: "Latest 300 of 1240 runs: Nov 3 – 20". */
  readonly scope: string;
  /** Which runs of the range are missing and why; else empty. */
  readonly missing: string;
  readonly facts: readonly Fact[];
  readonly days: readonly Day[];
  readonly durations: readonly DurationPoint[];
  /** Lines across the durations. */
  readonly marks: readonly { readonly seconds: number; readonly name: string }[];
  readonly stale: string;
}

/** A figure of both runs. */
export interface ComparedFact {
  readonly name: string;
  readonly left: string;
  readonly right: string;
  /** "+1.2 s", "different"; empty if there is nothing to say. */
  readonly difference: string;
  readonly tone: Tone;
}

/** One step of two runs side by side. */
export interface Pair {
  readonly name: string;
  readonly left: Side | null;
  readonly right: Side | null;
  /** "+1.2 s", "−300 ms"; empty where one of them has no duration. */
  readonly difference: string;
  readonly tone: Tone;
}

export interface Side {
  readonly status: string;
  readonly tone: Tone;
  readonly ran: string;
  /** Fraction of the longest step of both. */
  readonly width: number;
  readonly attempt: number;
  readonly error: string | null;
}

export interface ComparisonViewModel {
  readonly kind: 'comparison';
  readonly title: string;
  readonly heads: readonly [string, string];
  readonly facts: readonly ComparedFact[];
  readonly pairs: readonly Pair[];
}

/** A run in the list of a workflow's latest runs. */
export interface RunRow {
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
  /** The active version by number and name; null without an active version. */
  readonly version: { readonly name: string; readonly message: string } | null;
  readonly webhook: string;
  readonly runs: readonly RunRow[];
  /** Why there are no runs in the list; else empty. */
  readonly noRuns: string;
  /** Pretty-printed; empty if the service has none. */
  readonly metadata: string;
  /** The whole record as JSON. */
  readonly raw: string;
  readonly stale: string;
}

export type ViewModel = RunViewModel | StatisticsViewModel | ComparisonViewModel | DetailsViewModel;
