/** The Runs view: days, their runs and steps, and "Load More". */
import { Disposable } from 'vscode';
import { contextKeys, views } from '../../shared/generated/names.ts';
import { redrawAges } from '../../shared/list/ages.ts';
import { MoreRow, type Row } from '../../shared/list/row.ts';
import { formatNumber, localDay } from '../../shared/text/format.ts';
import { unlistedCommands } from '../../shared/unlisted-commands.ts';
import type { Accounts } from '../session/accounts/accounts.ts';
import { missingNewestText, repeatingText } from '../session/runs/run-appearance.ts';
import { filterText, showsAllRuns } from '../session/runs/run-filter.ts';
import type { ServiceSession } from '../session/session.ts';
import { SessionTree } from '../session/session-tree.ts';
import { DayRow, RunRow } from './rows.ts';

export class RunTree extends SessionTree<Row<ServiceSession>> {
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
    this.registerAll(
      this.view.onDidExpandElement(({ element }) => element instanceof RunRow && this.#expanded.add(element.id)),
      this.view.onDidCollapseElement(({ element }) => element instanceof RunRow && this.#expanded.delete(element.id)),
      this.view.onDidChangeVisibility(() => this.#tick()),
      redrawAges(() => this.#renameDays(), this.view),
    );
    this.showEach((session) => this.#show(session));
  }

  #show({ runs, workflows }: ServiceSession): Disposable {
    this.#expanded.clear();
    return Disposable.from(
      this.showList(runs),
      // A new list of workflows may contain new names for the runs; a change of one workflow's details doesn't.
      workflows.onDidChange((id) => id === undefined && runs.state === 'loaded' && this.redrawList((rows) => rows)),
      runs.onDidChange(() => {
        if (runs.state === 'unloaded') this.#expanded.clear();
        this.#tick();
      }),
    );
  }

  /** IDs of the active runs whose steps are shown. */
  get expandedRuns(): readonly string[] {
    return this.#active.map(({ id }) => id).filter((id) => this.#expanded.has(id));
  }

  get #active() {
    return this.active?.runs.activeRuns ?? [];
  }

  /** Runs contain only the ID of the workflow; its name is in the list that the Workflows view also uses. */
  protected override async load(): Promise<void> {
    await Promise.all([this.session.runs.ensure(), this.session.workflows.ensureSoon()]);
  }

  protected override roots(): Row<ServiceSession>[] {
    const { session } = this;
    const { runs } = session;
    const days = runs.byDay.days.map(({ key }) => new DayRow(session, key));
    const progress = () => [runs.count, runs.total] as const;
    return runs.hasMore ? [...days, new MoreRow(session, unlistedCommands.loadMoreRuns, progress)] : days;
  }

  #rowsOf(ids: readonly string[]): Row<ServiceSession>[] {
    const session = this.active;
    if (session === undefined) return [];
    return ids.map((id) => this.rowFor(new RunRow(new DayRow(session, session.runs.byDay.keyOfRun(id) ?? ''), id)));
  }

  /** Selects the row of a run. @returns false if the run isn't loaded */
  async reveal(id: string): Promise<boolean> {
    const [row] = this.active?.runs.get(id) ? this.#rowsOf([id]) : [];
    return row !== undefined && this.select(row, { focus: true, expand: true });
  }

  /** Redraws the row of a changed run, or the days to which runs were added or from which they were removed. */
  protected override redrawChange(ids: ReadonlySet<string> | undefined): void {
    if (ids === undefined)
      this.redrawList((rows) => rows.filter((row) => !(row instanceof DayRow) || row.takeChange()));
    else this.redraw(this.#rowsOf([...ids].filter((id) => this.active?.runs.get(id))));
  }

  /** Redraws the days after midnight: "Today" is then "Yesterday". */
  #renameDays(): void {
    const today = localDay(Date.now());
    if (today === this.#today) return;
    this.#today = today;
    if (this.active?.runs.state === 'loaded') this.redrawList((rows) => rows);
  }

  /** Updates the elapsed time of running runs while the view is visible. Redraws only their rows, never the list. */
  #tick(): void {
    clearTimeout(this.#ticking);
    if (!this.view.visible || this.#active.length === 0) return;
    this.#ticking = setTimeout(() => {
      const running = this.#active.filter(({ status }) => status === 'RUNNING');
      this.redraw(this.#rowsOf(running.map(({ id }) => id)));
      this.#tick();
    }, 1000);
  }

  protected override get defaultMessage(): string {
    const { runs } = this.session;
    if (runs.isRepeating) return repeatingText();
    return runs.isNewestKnown ? '' : missingNewestText();
  }

  protected override contextKeys(): Readonly<Record<string, unknown>> {
    return { [contextKeys.runsFiltered]: !showsAllRuns(this.active?.runs.filter ?? {}) };
  }

  /**
   * Returns `failed · 48` for a filtered list, or `failed · 50+` if the total may be that of all runs; otherwise the number
   * of runs, and how many succeeded and failed, if the service tells or all are loaded.
   */
  protected override description(): string {
    const { totals, outcomes, total, count, filter } = this.session.runs;
    const shown = showsAllRuns(filter) ? [] : [filterText(filter, this.session)];
    if (!totals) return shown.join('');
    const number = total === undefined ? `${formatNumber(count)}+` : formatNumber(total);
    // A filter of statuses says it already.
    const counts = filter.statuses === undefined ? outcomes : undefined;
    const texts = counts ? [`✓ ${formatNumber(counts.succeeded)}`, `✗ ${formatNumber(counts.failed)}`] : [];
    return [...shown, number, ...texts].join(' · ');
  }

  override dispose(): void {
    clearTimeout(this.#ticking);
    super.dispose();
  }
}
