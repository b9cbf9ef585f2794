/** The Runs view: days, their runs and steps, and "Load More". Text from the service is shown as plain text. */
import { Disposable, l10n, type MarkdownString, ThemeIcon, TreeItem, TreeItemCollapsibleState } from 'vscode';
import type { Accounts } from '../service/accounts.ts';
import type { Day } from '../service/run-days.ts';
import { isEmpty } from '../service/run-filter.ts';
import type { RunStore } from '../service/run-store.ts';
import type { ServiceSession } from '../service/session.ts';
import { SessionTree } from '../service/session-tree.ts';
import type { WorkflowStore } from '../service/workflow-store.ts';
import { redrawAges } from '../shared/ages.ts';
import { dayName, formatNumber, localDay, oneLine } from '../shared/format.ts';
import { commands, contextKeys, views } from '../shared/generated/names.ts';
import { hover } from '../shared/hover.ts';
import { moreItem, noteItem, rowItem } from '../shared/list-tree.ts';
import { describeFailure } from '../shared/messages.ts';
import {
  missingNewestText,
  runDescription,
  runResult,
  runTime,
  runTooltip,
  statusIcon,
  statusText,
  stepDescription,
  stepTooltip,
} from '../shared/run-appearance.ts';
import { setting } from '../shared/settings.ts';
import { elapsed } from './elapsed.ts';
import { filterText } from './filter.ts';
import type { RunNode } from './nodes.ts';

export class RunTree extends SessionTree<RunNode> {
  /** Last rendered version of each day, by key. */
  readonly #drawn = new Map<string, number>();
  /** Whether a day was expanded when it was first shown. VS Code remembers what the user expands and collapses. */
  readonly #opened = new Map<string, boolean>();
  /** IDs of the runs whose steps are shown. */
  readonly #expanded = new Set<string>();
  #ticking: ReturnType<typeof setTimeout> | undefined;
  /** The local day for which the days were named, such as "Today". */
  #today = localDay(Date.now());

  constructor(accounts: Accounts) {
    super(accounts, {
      view: views.runs,
      viewOptions: { canSelectMany: true },
      keys: { state: contextKeys.runsState, busy: contextKeys.runsBusy },
    });
    this.ownAll(
      this.view.onDidExpandElement(({ element }) => element.kind === 'run' && this.#expanded.add(element.id)),
      this.view.onDidCollapseElement(({ element }) => element.kind === 'run' && this.#expanded.delete(element.id)),
      this.view.onDidChangeVisibility(() => this.#tick()),
      redrawAges(() => this.#renameDays(), this.view),
    );
    this.showEach((session) => this.#show(session));
  }

  #show({ runs, workflows }: ServiceSession): Disposable {
    const forget = () => {
      for (const kept of [this.#drawn, this.#opened, this.#expanded]) kept.clear();
    };
    forget();
    return Disposable.from(
      this.showList(runs),
      // A new list of workflows may contain new names for the runs; a change of one workflow's details doesn't.
      workflows.onDidChange((id) => id === undefined && runs.state === 'loaded' && this.#drawDays(() => true)),
      runs.onDidChange(() => {
        if (runs.state === 'unloaded') forget();
        this.#tick();
      }),
    );
  }

  get #store(): RunStore {
    return this.session.runs;
  }

  get #workflows(): WorkflowStore {
    return this.session.workflows;
  }

  /** IDs of the active runs whose steps are shown. */
  get expandedRuns(): readonly string[] {
    const active = this.active?.runs.activeRuns ?? [];
    return active.map(({ id }) => id).filter((id) => this.#expanded.has(id));
  }

  protected override idOf(node: RunNode): string {
    switch (node.kind) {
      case 'day':
        return `day/${node.key}`;
      case 'run':
        return node.id;
      case 'step':
        // The index distinguishes steps to which the service gives the same ID.
        return `${node.run}/${node.index}/${node.step.id}`;
      case 'note':
        return `${node.run}/note`;
      case 'more':
        return 'more';
    }
  }

  /** Runs contain only the ID of the workflow; its name is in the list that the Workflows view also uses. */
  protected override async load(): Promise<void> {
    await Promise.all([this.#store.ensure(), this.#workflows.ensureSoon()]);
  }

  protected override roots(): RunNode[] {
    return this.#rows(this.#store.byDay.days);
  }

  #rows(days: readonly Day[]): RunNode[] {
    const rows = days.map(({ key }) => this.nodeFor<RunNode>({ kind: 'day', key }));
    return this.#store.hasMore ? [...rows, this.nodeFor({ kind: 'more' })] : rows;
  }

  protected override async childrenOf(node: RunNode): Promise<RunNode[]> {
    if (node.kind === 'run') return this.#steps(node.id);
    if (node.kind !== 'day') return [];
    const day = this.#store.byDay.day(node.key);
    this.#drawn.set(node.key, day?.version ?? 0);
    return day?.ids.map((id) => this.nodeFor<RunNode>({ kind: 'run', id })) ?? [];
  }

  override getParent(node: RunNode): RunNode | undefined {
    if (node.kind === 'step' || node.kind === 'note') return this.nodeFor({ kind: 'run', id: node.run });
    const key = node.kind === 'run' ? this.#store.byDay.keyOfRun(node.id) : undefined;
    return key === undefined ? undefined : this.nodeFor({ kind: 'day', key });
  }

  /** Selects the row of a run. @returns false if the run isn't loaded */
  async reveal(id: string): Promise<boolean> {
    if (!this.active?.runs.get(id)) return false;
    return this.select(this.nodeFor({ kind: 'run', id }), { focus: true, expand: true });
  }

  /** Re-renders the row of a changed run, or the days to which runs were added or from which they were removed. */
  protected override redrawChange(id: string | undefined): void {
    if (id === undefined) this.#drawDays(({ key, version }) => this.#drawn.get(key) !== version);
    else if (this.#store.get(id)) this.redraw([this.nodeFor({ kind: 'run', id })]);
  }

  #drawDays(changed: (day: Day) => boolean): void {
    this.redrawList(() => {
      const days = this.#store.byDay.days.filter(changed);
      for (const { key, version } of days) this.#drawn.set(key, version);
      return this.#rows(days);
    });
  }

  /** Re-renders the days after midnight: "Today" is then "Yesterday". */
  #renameDays(): void {
    const today = localDay(Date.now());
    if (today === this.#today) return;
    this.#today = today;
    if (this.active?.runs.state === 'loaded') this.#drawDays(() => true);
  }

  /** Updates the elapsed time of running runs while the view is visible. Re-renders only their rows, never the list. */
  #tick(): void {
    clearTimeout(this.#ticking);
    if (!this.view.visible || !this.active?.runs.active) return;
    this.#ticking = setTimeout(() => {
      const running = (this.active?.runs.activeRuns ?? []).filter(({ status }) => status === 'RUNNING');
      this.redraw(running.map(({ id }) => this.nodeFor({ kind: 'run', id })));
      this.#tick();
    }, 1000);
  }

  async #steps(run: string): Promise<RunNode[]> {
    try {
      const detail = await this.#store.detailOfRow(run);
      const { steps, step_count: count } = detail;
      if (steps.length === 0 && count === 0)
        return [{ kind: 'note', run, text: l10n.t('No steps yet'), failed: false }];
      const sorted = [...steps].sort((a, b) => {
        const [one, other] = [a.started_at ?? a.created_at, b.started_at ?? b.created_at];
        return one < other ? -1 : one > other ? 1 : a.attempt - b.attempt;
      });
      const rows = sorted.map((step, index): RunNode => ({ kind: 'step', run, step, index }));
      if (steps.length === count) return rows;
      const text = l10n.t('The service reports a step count of {0} but sent {1}.', count, steps.length);
      return [...rows, { kind: 'note', run, text, failed: false }];
    } catch (error) {
      return [{ kind: 'note', run, text: describeFailure(error), failed: true }];
    }
  }

  /** Hovers are created when they're shown, because a list may be long. */
  resolveTreeItem(item: TreeItem, node: RunNode): TreeItem {
    if (node.kind === 'step') item.tooltip = this.#stepHover(node);
    const run = node.kind === 'run' ? this.#store.get(node.id) : undefined;
    if (run === undefined) return item;
    const argument = { kind: 'run', id: run.id };
    item.tooltip = hover(runTooltip(run, this.#workflows.nameOf(run.workflow_id), this.#store.knownDetail(run.id)), [
      { title: l10n.t('Show Timeline'), command: commands.runs.openPanel, argument },
      ...(run.status === 'FAILED'
        ? [{ title: l10n.t('Explain in Chat'), command: commands.chat.explainRun, argument }]
        : []),
      { title: l10n.t('Open Version'), command: commands.runs.openVersion, argument },
      { title: l10n.t('Copy ID'), command: commands.runs.copyId, argument },
    ]);
    return item;
  }

  #stepHover({ run, step, index }: RunNode & { kind: 'step' }): MarkdownString {
    const argument = { kind: 'step', run, step, index };
    const links = step.error
      ? [
          { title: l10n.t('Open Error'), command: commands.runs.openStepError, argument },
          { title: l10n.t('Copy Error'), command: commands.runs.copyStepError, argument },
        ]
      : [];
    return hover(stepTooltip(step), links);
  }

  protected override item(node: RunNode): TreeItem {
    switch (node.kind) {
      case 'day':
        return this.#dayItem(node.key);
      case 'run':
        return this.#runItem(node);
      case 'step':
        return stepItem(node);
      case 'note':
        return noteItem(node.text, node.failed);
      case 'more':
        return moreItem(this.#store.count, this.#store.totals?.total ?? 0, commands.runs.loadMore);
    }
  }

  #dayItem(key: string): TreeItem {
    return rowItem(dayName(key, Date.now()), {
      collapsibleState: this.#isOpen(key) ? TreeItemCollapsibleState.Expanded : TreeItemCollapsibleState.Collapsed,
      iconPath: new ThemeIcon('calendar'),
      description: this.#dayCount(key),
      contextValue: 'day',
    });
  }

  /** Shows "+" for the last day if the next page may contain more of its runs. */
  #dayCount(key: string): string {
    const count = this.#store.byDay.day(key)?.ids.length ?? 0;
    if (this.#store.hasMore && this.#store.byDay.days.at(-1)?.key === key) return l10n.t('{0}+ runs', count);
    return count === 1 ? l10n.t('1 run') : l10n.t('{0} runs', count);
  }

  /** Expands the days of the first page. Older days are collapsed, because rendering all of them slows down paging. */
  #isOpen(key: string): boolean {
    const known = this.#opened.get(key);
    if (known !== undefined) return known;
    let before = 0;
    for (const day of this.#store.byDay.days) {
      if (day.key === key) break;
      before += day.ids.length;
    }
    const open = before < setting('switchyard.runs.pageSize');
    this.#opened.set(key, open);
    return open;
  }

  #runItem(node: RunNode & { kind: 'run' }): TreeItem {
    const run = this.#store.get(node.id);
    if (!run) return new TreeItem(oneLine(node.id));
    const name = this.#workflows.nameOf(run.workflow_id);
    // The time is first: a narrow side bar cuts off the end.
    return rowItem(`${runTime(run)} · ${name}`, {
      collapsibleState: TreeItemCollapsibleState.Collapsed,
      iconPath: statusIcon(run.status),
      description: runResult(run, elapsed(run, Date.now(), this.session.client.serviceNow())),
      contextValue: run.status === 'FAILED' ? 'run failed' : 'run',
      // Without the elapsed seconds, because a screen reader would announce each change.
      accessibilityInformation: {
        label: `${name}, ${statusText(run.status)}, ${runDescription(run)}`,
      },
    });
  }

  protected override get defaultMessage(): string {
    return this.#store.isNewestKnown ? '' : missingNewestText();
  }

  protected override contextKeys(): Readonly<Record<string, unknown>> {
    return { [contextKeys.runsFiltered]: !isEmpty(this.active?.runs.filter ?? {}) };
  }

  /** Returns `failed · 48` for a filtered list; otherwise the number of runs, and how many succeeded and failed. */
  protected override description(): string {
    const { totals, filter } = this.#store;
    const shown = isEmpty(filter) ? [] : [filterText(filter, this.#workflows)];
    if (!totals) return shown.join('');
    const { total, succeeded, failed } = totals;
    const outcomes = [`✓ ${formatNumber(succeeded)}`, `✗ ${formatNumber(failed)}`];
    return [...shown, formatNumber(total), ...(isEmpty(filter) ? outcomes : [])].join(' · ');
  }

  override dispose(): void {
    clearTimeout(this.#ticking);
    super.dispose();
  }
}

function stepItem(node: RunNode & { kind: 'step' }): TreeItem {
  const { step } = node;
  const name = oneLine(step.step_name);
  const description = stepDescription(step);
  const command = { command: commands.runs.openStepError, title: l10n.t('Open Step Error'), arguments: [node] };
  return rowItem(name, {
    iconPath: statusIcon(step.status),
    description,
    contextValue: step.error ? 'step error' : 'step',
    accessibilityInformation: { label: `${name}, ${statusText(step.status)}, ${description}` },
    ...(step.error && { command }),
  });
}
