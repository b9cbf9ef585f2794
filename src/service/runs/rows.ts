/** Rows of the Runs view: days, their runs, and the steps of those. Text from the service is shown as plain text. */

import { l10n, type MarkdownString, ThemeIcon, type TreeItem, TreeItemCollapsibleState } from 'vscode';
import { isRecord, isText } from '../../../common/guards.ts';
import { commands } from '../../shared/generated/names.ts';
import { NoteRow, Row, rowItem } from '../../shared/list/row.ts';
import { setting } from '../../shared/settings.ts';
import { describeFailure } from '../../shared/text/failure-text.ts';
import { dayName, oneLine } from '../../shared/text/format.ts';
import { hover } from '../../shared/text/hover.ts';
import { compareTimes, hasZone, timeOf } from '../../shared/text/time.ts';
import type { StepExecution, WorkflowRunMetadata } from '../api/index.ts';
import { type Reference, referenceOf } from '../session/references.ts';
import {
  runDescription,
  runTooltip,
  statusIcon,
  statusText,
  stepDescription,
  stepTooltip,
} from '../session/runs/run-appearance.ts';
import { stepNotes } from '../session/runs/run-detail.ts';
import { goesOn } from '../session/runs/run-state.ts';
import type { ServiceSession } from '../session/session.ts';

export class DayRow extends Row<ServiceSession> {
  readonly #key: string;
  /** The version of the day whose runs are shown. */
  #drawn: number | undefined;
  /** Whether the day is expanded when it's first shown. VS Code remembers what the user expands and collapses. */
  #isOpen: boolean | undefined;

  /** @param key of the day */
  constructor(session: ServiceSession, key: string) {
    super(session, `day/${key}`);
    this.#key = key;
  }

  get #day() {
    return this.lists.runs.byDay.day(this.#key);
  }

  /** Returns true once after runs were added or removed. */
  takeChange(): boolean {
    const isChanged = this.#drawn !== this.#day?.version;
    this.#drawn = this.#day?.version;
    return isChanged;
  }

  override item(): TreeItem {
    const { Expanded, Collapsed } = TreeItemCollapsibleState;
    this.#isOpen ??= this.#isOnFirstPage;
    return rowItem(dayName(this.#key, Date.now()), {
      collapsibleState: this.#isOpen ? Expanded : Collapsed,
      iconPath: new ThemeIcon('calendar'),
      description: this.#count,
      contextValue: 'day',
    });
  }

  /** Shows "+" for the last day if the next page may contain more of its runs. */
  get #count(): string {
    const { runs } = this.lists;
    const count = this.#day?.ids.length ?? 0;
    if (runs.hasMore && runs.byDay.days.at(-1)?.key === this.#key) return l10n.t('{0}+ runs', count);
    return count === 1 ? l10n.t('1 run') : l10n.t('{0} runs', count);
  }

  /** Older days are collapsed, because rendering all of them slows down paging. */
  get #isOnFirstPage(): boolean {
    let before = 0;
    for (const day of this.lists.runs.byDay.days) {
      if (day.key === this.#key) break;
      before += day.ids.length;
    }
    return before < setting('switchyard.runs.pageSize');
  }

  override children(): RunRow[] {
    this.#drawn = this.#day?.version;
    return this.#day?.ids.map((id) => new RunRow(this, id)) ?? [];
  }
}

/** Its ID is that of the run. */
export class RunRow extends Row<ServiceSession> {
  constructor(day: DayRow, id: string) {
    super(day.lists, id, day);
  }

  get #run() {
    return this.lists.runs.get(this.id);
  }

  override item(): TreeItem {
    const run = this.#run;
    if (!run) return rowItem(oneLine(this.id));
    const { workflows, client } = this.lists;
    const name = workflows.nameOf(run.workflow_id);
    // The name is first: a narrow side bar cuts off the end, and the day and the order already tell about the time.
    return rowItem(name, {
      collapsibleState: TreeItemCollapsibleState.Collapsed,
      iconPath: statusIcon(run.status),
      description: runDescription(run, elapsed(run, Date.now(), client.serviceNow())),
      contextValue: 'run',
      command: { command: commands.runs.openPanel, title: l10n.t('Open Run'), arguments: [this] },
      // Without the elapsed seconds, because a screen reader would announce each change.
      accessibilityInformation: { label: `${name}, ${statusText(run.status)}, ${runDescription(run)}` },
    });
  }

  override async children(): Promise<Row<ServiceSession>[]> {
    try {
      const detail = await this.lists.runs.detailOfRow(this.id);
      const { steps } = detail;
      const notes = stepNotes(detail).map((note) => new NoteRow(this, note));
      if (steps.length === 0 && notes.length === 0) {
        const run = this.#run;
        return [new NoteRow(this, run && goesOn(run) ? l10n.t('No steps yet') : l10n.t('No steps'))];
      }
      const startOf = ({ started_at, created_at }: StepExecution) =>
        Number.isNaN(timeOf(started_at)) ? created_at : (started_at ?? '');
      const sorted = steps.toSorted((a, b) => compareTimes(startOf(a), startOf(b)) || a.attempt - b.attempt);
      return [...sorted.map((step, index) => new StepRow(this, step, index)), ...notes];
    } catch (error) {
      return [new NoteRow(this, describeFailure(error), true)];
    }
  }

  override async hover(): Promise<MarkdownString | undefined> {
    const run = this.#run;
    if (run === undefined) return undefined;
    const { runs, workflows } = this.lists;
    const argument: Reference = { kind: 'run', id: run.id };
    return hover(runTooltip(run, workflows.nameOf(run.workflow_id), runs.knownDetail(run.id)), [
      { title: l10n.t('Open Run'), command: commands.runs.openPanel, argument },
      ...(run.status === 'FAILED' ? [{ title: l10n.t('Explain…'), command: commands.chat.explainRun, argument }] : []),
      { title: l10n.t('Open Version'), command: commands.runs.openVersion, argument },
      { title: l10n.t('Copy ID'), command: commands.runs.copyId, argument },
    ]);
  }
}

export class StepRow extends Row<ServiceSession> {
  /** ID of the run. */
  readonly run: string;
  readonly step: StepExecution;

  /** @param index distinguishes steps to which the service gives the same ID */
  constructor(run: RunRow, step: StepExecution, index: number) {
    super(run.lists, `${run.id}/${index}/${step.id}`, run);
    this.run = run.id;
    this.step = step;
  }

  override get data(): StepExecution {
    return this.step;
  }

  override item(): TreeItem {
    const { step } = this;
    const name = oneLine(step.step_name);
    const description = stepDescription(step);
    const command = { command: commands.runs.openStepError, title: l10n.t('Open Step Error'), arguments: [this] };
    return rowItem(name, {
      iconPath: statusIcon(step.status),
      description,
      contextValue: step.error ? 'step error' : 'step',
      accessibilityInformation: { label: `${name}, ${statusText(step.status)}, ${description}` },
      ...(step.error && { command }),
    });
  }

  override async hover(): Promise<MarkdownString> {
    const argument: Reference = { kind: 'step', run: this.run, step: this.step.id };
    const links = [
      { title: l10n.t('Open Error'), command: commands.runs.openStepError, argument },
      { title: l10n.t('Copy Error'), command: commands.runs.copyStepError, argument },
    ];
    return hover(stepTooltip(this.step), this.step.error ? links : []);
  }
}

/** Returns the ID of the run in a command's argument: a row, or a reference such as `{ kind: 'run', id }`. */
export function runOf(argument: unknown): string | undefined {
  if (argument instanceof NoteRow) return runOf(argument.parent);
  if (argument instanceof RunRow) return argument.id;
  const reference = referenceOf(argument);
  if (reference?.kind === 'run') return reference.id;
  // The rows of runs and steps, also those in other views, say which run they show.
  return isRecord(argument) && isText(argument.run) ? argument.run : undefined;
}

/** Returns the IDs of the run and the step in a command's argument: a row, or a reference from its hover. */
export function stepOf(argument: unknown): { readonly run: string; readonly step: string } | undefined {
  if (argument instanceof StepRow) return { run: argument.run, step: argument.step.id };
  const reference = referenceOf(argument);
  return reference?.kind === 'step' ? reference : undefined;
}

/** When each received state of a run was first drawn, in epoch milliseconds, and its elapsed seconds then. */
const drawn = new WeakMap<WorkflowRunMetadata, { readonly at: number; readonly seconds: number | undefined }>();

/**
 * Returns the elapsed time of a run by the clock of the service, because ours may differ.
 * In seconds; undefined if the run isn't running, or if they aren't known.
 * @param now epoch milliseconds @param serviceNow the same time by the clock of the service, if known
 */
export function elapsed(run: WorkflowRunMetadata, now: number, serviceNow: number | undefined): number | undefined {
  if (run.status !== 'RUNNING') return undefined;
  const first = drawn.get(run) ?? { at: now, seconds: run.duration ?? secondsSince(run.started_at, serviceNow) };
  drawn.set(run, first);
  // Whole seconds, because tenths in a live counter are hard to read.
  return first.seconds === undefined ? undefined : Math.floor(first.seconds + (now - first.at) / 1000);
}

function secondsSince(time: string | null, now: number | undefined): number | undefined {
  if (!hasZone(time ?? '')) return undefined;
  const seconds = ((now ?? Number.NaN) - timeOf(time)) / 1000;
  // A run that hasn't started by the clock of the service has a time from another clock. Headers have whole seconds.
  return Number.isNaN(seconds) || seconds < -1 ? undefined : Math.max(0, seconds);
}
