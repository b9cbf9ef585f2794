/** The panel of a run and its view model. An active run refreshes while the panel is visible. */
import { env, l10n, window } from 'vscode';
import type { WorkflowRunDetail } from '../api/index.ts';
import { duration, exactTime, oneLine, plainText } from '../shared/format.ts';
import { activeRunDelay, type LoopProblem, loopProblem, RefreshLoop } from '../shared/refresh-loop.ts';
import { statusText, stepsText } from '../shared/run-appearance.ts';
import { isGoingOn } from '../shared/run-state.ts';
import type { Bar, Fact, RunViewModel, Tone } from './messages.ts';
import { type PanelContext, staleNote, ViewPanel } from './panel.ts';
import { failingStep, marksOf, type Stretch, type Timeline, timelineOf } from './timeline.ts';

export class RunPanel extends ViewPanel {
  readonly #context: PanelContext;
  readonly #name: string;
  readonly #loop: RefreshLoop;
  #run: WorkflowRunDetail;
  #loadedAt = Date.now();

  /** @param name of the run's workflow */
  constructor(run: WorkflowRunDetail, name: string, context: PanelContext) {
    super(context, l10n.t('Run of {0}', oneLine(name, 40)), runViewModel(run, name, Date.now()));
    this.#run = run;
    this.#name = name;
    this.#context = context;
    this.#loop = this.own(
      new RefreshLoop({
        watched: () => this.visible && window.state.focused && isGoingOn(this.#run),
        delay: activeRunDelay,
        ask: () => this.#refresh(),
      }),
    );
    this.own(this.onDidChangeViewState(() => this.#loop.wake()));
    this.own(window.onDidChangeWindowState(() => this.#loop.wake()));
    this.#loop.wake();
  }

  override reveal(): void {
    super.reveal();
    void this.#refresh();
  }

  protected override async handle(message: Parameters<ViewPanel['handle']>[0]): Promise<unknown> {
    if (message.kind === 'refresh') return this.#refresh();
    const step = timelineOf(this.#run, this.#loadedAt).stretches[message.step]?.step;
    return step?.error && this.#context.runs.documents.openError(this.#run.id, step);
  }

  /** If the request fails, the last state stays and says since when it is stale. */
  async #refresh(): Promise<LoopProblem | undefined> {
    try {
      this.#run = await this.#context.workflows.feed.run(this.#run.id);
      this.#loadedAt = Date.now();
      this.show(runViewModel(this.#run, this.#name, Date.now()));
      return undefined;
    } catch (error) {
      this.show(runViewModel(this.#run, this.#name, this.#loadedAt, staleNote(this.#loadedAt, error)));
      return loopProblem(error);
    }
  }
}

/** @param now epoch milliseconds @param stale why it isn't up to date; else empty */
export function runViewModel(run: WorkflowRunDetail, workflowName: string, now: number, stale = ''): RunViewModel {
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
