/** A run as a picture. */
import { env, l10n } from 'vscode';
import type { WorkflowRunDetail } from '../api/index.ts';
import { duration, exactTime, oneLine, plainText } from '../shared/format.ts';
import { statusText, stepsText } from '../shared/run-appearance.ts';
import { isGoingOn } from '../shared/run-state.ts';
import type { Bar, Fact, RunPicture, Tone } from './picture.ts';
import { failingStep, marksOf, type Stretch, type Timeline, timelineOf } from './timeline.ts';

/** @param now epoch milliseconds @param stale why the picture is not of now; empty where it is */
export function drawRun(run: WorkflowRunDetail, workflowName: string, now: number, stale = ''): RunPicture {
  const timeline = timelineOf(run, now);
  const { from, to, stretches } = timeline;
  return {
    kind: 'run',
    title: oneLine(workflowName),
    facts: factsOf(run),
    ticks: marksOf(to - from).map((mark) => ({ at: mark / (to - from), text: duration(mark / 1000) })),
    bars: stretches.map((stretch) => barOf(stretch, timeline)),
    focus: failingStep(timeline) ?? null,
    live: isGoingOn(run),
    stale,
  };
}

export function toneOf(status: string): Tone {
  switch (status) {
    case 'SUCCEEDED':
      return 'good';
    case 'FAILED':
      return 'bad';
    case 'RUNNING':
      return 'going';
    case 'PENDING':
      return 'waiting';
    default:
      return 'neutral';
  }
}

function factsOf(run: WorkflowRunDetail): Fact[] {
  const time = (value: string | null | undefined) => (value ? exactTime(value, env.language) : l10n.t('not yet'));
  return [
    { name: l10n.t('Status'), value: statusText(run.status), tone: toneOf(run.status) },
    {
      name: l10n.t('Duration'),
      value: typeof run.duration === 'number' ? duration(run.duration) : l10n.t('not available yet'),
    },
    { name: l10n.t('Type'), value: oneLine(run.type, 60) },
    { name: l10n.t('Version'), value: oneLine(run.version_display_name) },
    { name: l10n.t('Created'), value: time(run.created_at) },
    { name: l10n.t('Started'), value: time(run.started_at) },
    { name: l10n.t('Finished'), value: time(run.finished_at) },
    { name: l10n.t('Steps'), value: stepsText(run) },
    { name: l10n.t('ID'), value: oneLine(run.id) },
  ];
}

function barOf({ step, created, started, ended }: Stretch, { from, to }: Timeline): Bar {
  const place = (time: number): number => (time - from) / (to - from);
  const waiting = (started ?? ended) - created;
  // The service's own figure where it gives one: its clock is the one that counts.
  const ran =
    typeof step.duration === 'number' && step.duration > 0 && started !== undefined && step.finished_at
      ? step.duration
      : started === undefined
        ? undefined
        : (ended - started) / 1000;
  return {
    name: oneLine(step.step_name),
    type: oneLine(step.step_type, 40),
    attempt: step.attempt,
    status: statusText(step.status),
    tone: toneOf(step.status),
    from: place(created),
    started: place(started ?? ended),
    to: place(ended),
    waited: duration(waiting / 1000),
    ran: ran === undefined ? l10n.t('not started') : duration(ran),
    error: step.error ? plainText(step.error, 20_000) : null,
  };
}
