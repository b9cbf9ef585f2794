/**
 * What a panel shows, worked out by the host: the webview only draws it. Texts are in the user's language, names and errors are
 * the service's and shown as text. Places on an axis are fractions from 0 to 1.
 */

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

export interface RunPicture {
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

export interface WorkflowPicture {
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

export interface ComparisonPicture {
  readonly kind: 'comparison';
  readonly title: string;
  readonly heads: readonly [string, string];
  readonly facts: readonly { readonly name: string; readonly left: string; readonly right: string }[];
  readonly pairs: readonly Pair[];
}

export type Picture = RunPicture | WorkflowPicture | ComparisonPicture;
