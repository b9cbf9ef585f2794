/** The messages between a panel and its host, and the view models. The host checks the messages of the panel. */
import { isRecord } from '../api/json.ts';

export type ToHost =
  /** The panel's code runs: it wants `show`. */
  | { readonly kind: 'ready' }
  | { readonly kind: 'refresh' }
  /** Opens the error of a step as a document. */
  | { readonly kind: 'openError'; readonly step: number; readonly side: 'left' | 'right' };

export type ToPanel = {
  readonly kind: 'show';
  readonly view: ViewModel;
  readonly l10n: Readonly<Record<string, string>>;
};

/** The message in what a webview posted; undefined for anything that the host never offered. */
export function parseToHost(value: unknown): ToHost | undefined {
  if (!isRecord(value)) return undefined;
  const { kind, step, side } = value;
  if (kind === 'ready' || kind === 'refresh') return { kind };
  if (kind !== 'openError' || !Number.isInteger(step) || Number(step) < 0) return undefined;
  return side === 'left' || side === 'right' ? { kind, step: Number(step), side } : undefined;
}

// View models: texts are localized by the host; positions on an axis are fractions from 0 to 1.

/** How a status is coloured; its word stands beside it. */
export type Tone = 'good' | 'bad' | 'going' | 'waiting' | 'neutral';

/** A name and a value: "Duration", "3 min 20 s". */
export interface Fact {
  readonly name: string;
  readonly value: string;
  readonly tone?: Tone;
}

export interface Tick {
  readonly at: number;
  readonly text: string;
}

/** One step on the time axis. */
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
  readonly ticks: readonly Tick[];
  readonly bars: readonly Bar[];
  /** The step to look at first: the one that failed last. */
  readonly focus: number | null;
  /** The run goes on: the picture will change by itself. */
  readonly live: boolean;
  /** Why it is not up to date; empty where it is. */
  readonly stale: string;
}

/** The runs of one day. */
export interface Day {
  readonly date: string;
  readonly succeeded: number;
  readonly failed: number;
  readonly other: number;
}

export interface WorkflowViewModel {
  readonly kind: 'workflow';
  readonly title: string;
  /** Which runs it is about: "50 loaded runs, 3 Nov to 20 Nov". */
  readonly range: string;
  readonly facts: readonly Fact[];
  readonly days: readonly Day[];
  /** Durations of finished runs, oldest first, as fractions of the longest. */
  readonly durations: readonly { readonly height: number; readonly text: string; readonly tone: Tone }[];
  /** Lines across the durations. */
  readonly marks: readonly Tick[];
  readonly stale: string;
}

/** One step of two runs side by side. */
export interface Pair {
  readonly name: string;
  readonly left: Side | null;
  readonly right: Side | null;
  /** "+1.2 s", "-300 ms"; empty where one of them has no duration. */
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
  readonly facts: readonly { readonly name: string; readonly left: string; readonly right: string }[];
  readonly pairs: readonly Pair[];
}

export type ViewModel = RunViewModel | WorkflowViewModel | ComparisonViewModel;
