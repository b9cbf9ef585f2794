/** View model of the page of a run. */
import { l10n } from 'vscode';
import type { Fact } from '../../../shared/panels/messages.ts';
import { duration, exactTime, oneLine, plainText } from '../../../shared/text/format.ts';
import { timeOf } from '../../../shared/text/time.ts';
import { durationText, statusText } from '../../session/runs/run-appearance.ts';
import { type RunDetail, stepNotes, stepsText } from '../../session/runs/run-detail.ts';
import { goesOn, isActive } from '../../session/runs/run-state.ts';
import { type Bar, type RunViewModel, toneOf } from '../messages.ts';
import type { LoadedRun } from './load-changes.ts';
import { payloadView } from './run-payload.ts';
import { type StepSpan, type Timeline, timelineOf } from './timeline.ts';
import { failedStep } from './what-changed.ts';
import { changesView, headlineOf } from './what-changed-view-model.ts';

/**
 * @param now epoch milliseconds, used as the end of an active run
 * @param state of the page: whether the text for a model has the payload, and how many runs the search for the last success has seen
 */
export function runViewModel(
  loaded: LoadedRun,
  workflowName: string,
  now: number,
  {
    includesPayload = false,
    searched,
  }: { readonly includesPayload?: boolean; readonly searched?: number | undefined } = {},
): RunViewModel {
  const { run, payload, changes } = loaded;
  const timeline = timelineOf(run, now);
  const { from, to, spans } = timeline;
  const failed = failedStep(run)?.step;
  const focus = spans.findIndex(({ step }) => step === failed);
  return {
    kind: 'run',
    title: `${oneLine(workflowName)} · ${exactTime(run.created_at)}`,
    headline: headlineOf(loaded, now),
    tone: toneOf(run.status),
    live: isActive(run),
    changes: changes === undefined ? null : changesView(loaded, changes),
    searched: changes === undefined && run.status === 'FAILED' ? (searched ?? null) : null,
    facts: factsOf(run, timeline),
    axis:
      timeline.waited === undefined ? l10n.t('Time since the run was created') : l10n.t('Time since the run started'),
    length: (to - from) / 1000,
    bars: spans.map((span) => barOf(span, timeline)),
    focus: focus < 0 ? null : focus,
    stepNotes: stepNotes(run),
    payload: payload === undefined ? null : payloadView(payload, changes?.payload, includesPayload),
  };
}

function factsOf(run: RunDetail, { waited = 0 }: Timeline): Fact[] {
  const time = (value: string | null | undefined) =>
    Number.isFinite(timeOf(value)) ? exactTime(value ?? '') : goesOn(run) ? l10n.t('not yet') : l10n.t('unknown');
  return [
    { name: l10n.t('Status'), value: statusText(run.status), tone: toneOf(run.status) },
    { name: l10n.t('Duration'), value: durationText(run) },
    // The time axis begins after it.
    ...(waited > 0 ? [{ name: l10n.t('Wait time'), value: duration(waited / 1000) }] : []),
    { name: l10n.t('Type'), value: oneLine(run.type, 60) },
    { name: l10n.t('Version'), value: oneLine(run.version_display_name) },
    { name: l10n.t('Created'), value: time(run.created_at) },
    { name: l10n.t('Started'), value: time(run.started_at) },
    { name: l10n.t('Finished'), value: time(run.finished_at) },
    { name: l10n.t('Steps'), value: stepsText(run) },
    { name: l10n.t('ID'), value: oneLine(run.id) },
  ];
}

function barOf({ step, created, started, ended }: StepSpan, { from }: Timeline): Bar {
  const place = (time: number): number => (time - from) / 1000;
  const waiting = (started ?? ended) - created;
  // Prefers the duration sent by the service, because its clock and ours may differ.
  const sent = step.finished_at && step.duration && step.duration > 0 ? step.duration : undefined;
  return {
    name: oneLine(step.step_name),
    type: oneLine(step.step_type, 40),
    attempt: step.attempt,
    status: statusText(step.status),
    tone: toneOf(step.status),
    from: Math.max(0, place(created)),
    started: place(started ?? ended),
    to: place(ended),
    waited: duration(waiting / 1000),
    ran: started === undefined ? l10n.t('not started') : duration(sent ?? (ended - started) / 1000),
    error: step.error ? plainText(step.error, 20_000) : null,
  };
}
