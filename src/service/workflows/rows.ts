/** Rows of the Workflows view. Text from the service is plain text, never markup. */

import { l10n, type MarkdownString, ThemeIcon, type TreeItem, TreeItemCollapsibleState } from 'vscode';
import { isRecord, isText } from '../../../common/guards.ts';
import { commands } from '../../shared/generated/names.ts';
import { knownValue } from '../../shared/knowledge.ts';
import { MoreRow, NoteRow, Row, rowItem } from '../../shared/list/row.ts';
import { type Unreadable, unreadableText } from '../../shared/list/unreadable.ts';
import { describeFailure } from '../../shared/text/failure-text.ts';
import { oneLine } from '../../shared/text/format.ts';
import { hover } from '../../shared/text/hover.ts';
import { type Reference, referenceOf } from '../session/references.ts';
import { runLabel, runStatusAndAge, runTimes, runTooltip, statusIcon } from '../session/runs/run-appearance.ts';
import type { ServiceSession } from '../session/session.ts';
import { workflowAccessibleText, workflowDescription, workflowIcon, workflowTooltip } from './appearance.ts';
import { ActiveRow, VersionsRow, WorkflowPart } from './version-rows.ts';

/** What the rows show of a workflow in addition to its records. */
export interface WorkflowMarks {
  isFavorite(workflow: string): boolean;
  isWatched(workflow: string): boolean;
  isPinned(workflow: string): boolean;
}

/** Its ID is that of the workflow. */
export class WorkflowRow extends Row<ServiceSession> {
  readonly #marks: WorkflowMarks;
  readonly #runs: RunsRow;

  constructor(session: ServiceSession, id: string, marks: WorkflowMarks) {
    super(session, id);
    this.#marks = marks;
    this.#runs = new RunsRow(this);
  }

  get #entry() {
    return this.lists.workflows.get(this.id);
  }

  get #latest() {
    return this.lists.latest.latest(this.id);
  }

  get activeVersion(): string | undefined {
    return knownValue(this.lists.workflows.activeVersion(this.id));
  }

  override get revision(): string {
    return this.#entry?.workflow.updated_at ?? '';
  }

  override item(): TreeItem {
    const entry = this.#entry;
    if (!entry) return rowItem(oneLine(this.id));
    const favorite = this.#marks.isFavorite(this.id);
    const status = entry.details?.status;
    const name = oneLine(entry.workflow.name);
    const marks = this.#marks.isWatched(this.id) ? [l10n.t('watched')] : [];
    const description = [workflowDescription(entry, this.#latest), ...marks].join(' · ');
    const spoken = [name, ...(favorite ? [l10n.t('favorite')] : []), workflowAccessibleText(entry, this.#latest)];
    const isLoading = status === undefined && this.lists.workflows.isLoading(this.id);
    return rowItem(name, {
      collapsibleState: TreeItemCollapsibleState.Collapsed,
      iconPath: isLoading ? new ThemeIcon('loading~spin') : workflowIcon(status, this.#latest),
      description: `${favorite ? '★ ' : ''}${description}`,
      contextValue: [
        'workflow',
        status ?? 'unknown',
        ...(favorite ? ['favorite'] : []),
        ...(this.#marks.isPinned(this.id) ? ['pinned'] : []),
      ].join(' '),
      accessibilityInformation: { label: [...spoken, ...marks].join(', ') },
    });
  }

  /** Recent runs are requested again when they are next shown. */
  expire(): void {
    this.#runs.expire();
  }

  override children(): Row<ServiceSession>[] {
    const { workflows, versions } = this.lists;
    void workflows.loadDetails([this.id], () => true);
    const active = this.activeVersion;
    if (active) void versions.ensureKnown(this.id, active);
    return [...(active ? [new ActiveRow(this, active)] : []), new VersionsRow(this), this.#runs];
  }

  override async hover(): Promise<MarkdownString | undefined> {
    const { workflows, versions, latest } = this.lists;
    // The hover shows a failure.
    if (this.#entry?.problem === undefined) await workflows.detail(this.id).catch(() => undefined);
    const entry = this.#entry;
    if (!entry) return undefined;
    const schedule = entry.details?.schedule_options;
    const active = this.activeVersion;
    // Without the name, the hover shows the ID.
    if (active && !versions.known(active)) await versions.detail(active).catch(() => undefined);
    const text = workflowTooltip(entry, {
      latest: this.#latest,
      isNewestKnown: latest.isNewestKnown,
      activeVersion: active ? versions.known(active) : undefined,
      // The library that explains schedules is loaded only if it's needed.
      schedule: schedule ? (await import('./schedule.ts')).interpretSchedule(schedule) : undefined,
    });
    const argument: Reference = { kind: 'workflow', id: this.id };
    return hover(text, [
      { title: l10n.t('Open Details'), command: commands.workflows.openDetails, argument },
      { title: l10n.t('Show Statistics'), command: commands.workflows.openPanel, argument },
      { title: l10n.t('Show Runs'), command: commands.runs.showForWorkflow, argument },
      { title: l10n.t('Copy Webhook URL'), command: commands.workflows.copyWebhookUrl, argument },
    ]);
  }
}

/** The recent runs. */
class RunsRow extends WorkflowPart {
  #isRequested = false;
  #unreadable: Unreadable | undefined;

  constructor(parent: WorkflowRow) {
    super(parent, 'runs');
  }

  expire(): void {
    this.#isRequested = false;
  }

  override item(): TreeItem {
    return rowItem(l10n.t('Recent runs'), {
      collapsibleState: TreeItemCollapsibleState.Expanded,
      iconPath: new ThemeIcon('history'),
      contextValue: 'recentRuns',
    });
  }

  override async children(): Promise<Row<ServiceSession>[]> {
    const { latest } = this.lists;
    try {
      if (!this.#isRequested) this.#unreadable = await latest.loadRunsOf(this.workflow);
      this.#isRequested = true;
    } catch (error) {
      return [new NoteRow(this, describeFailure(error), true)];
    }
    const runs = latest.of(this.workflow).map(({ id }) => new RecentRunRow(this, id));
    if (this.#unreadable) return [...runs, new NoteRow(this, unreadableText(this.#unreadable), true)];
    return runs.length === 0 ? [new NoteRow(this, l10n.t('No runs yet'))] : runs;
  }
}

class RecentRunRow extends WorkflowPart {
  /** ID of the run. */
  readonly run: string;

  constructor(parent: RunsRow, run: string) {
    super(parent, `run/${run}`);
    this.run = run;
  }

  get #record() {
    return this.lists.latest.of(this.workflow).find(({ id }) => id === this.run);
  }

  override item(): TreeItem {
    const run = this.#record;
    if (!run) return rowItem(oneLine(this.run));
    const description = runTimes(run);
    return rowItem(runLabel(run, Date.now()), {
      iconPath: statusIcon(run.status),
      description,
      contextValue: 'run',
      accessibilityInformation: { label: `${runStatusAndAge(run, Date.now())}, ${description}` },
      command: { command: commands.runs.openPanel, title: l10n.t('Open Run'), arguments: [this] },
    });
  }

  override async hover(): Promise<MarkdownString | undefined> {
    const run = this.#record;
    if (!run) return undefined;
    const argument: Reference = { kind: 'run', id: run.id };
    return hover(runTooltip(run, this.lists.workflows.nameOf(this.workflow)), [
      { title: l10n.t('Open Run'), command: commands.runs.openPanel, argument },
      { title: l10n.t('Copy ID'), command: commands.runs.copyId, argument },
    ]);
  }
}

/** Returns the ID of the workflow in a command's argument: a row, or a reference such as `{ kind: 'workflow', id }`. */
export function workflowOf(argument: unknown): string | undefined {
  if (argument instanceof NoteRow || argument instanceof MoreRow) return workflowOf(argument.parent);
  if (argument instanceof WorkflowRow) return argument.id;
  const reference = referenceOf(argument);
  if (reference?.kind === 'workflow') return reference.id;
  // The rows of versions and runs say to which workflow they belong.
  return isRecord(argument) && isText(argument.workflow) ? argument.workflow : undefined;
}
