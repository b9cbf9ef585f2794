/** The Workflows view: workflows, and under each its active version, its versions and its recent runs. */
import { Disposable, type Event } from 'vscode';
import { contextKeys, views } from '../../shared/generated/names.ts';
import { redrawAges } from '../../shared/list/ages.ts';
import type { Row } from '../../shared/list/row.ts';
import type { Accounts } from '../session/accounts/accounts.ts';
import { missingNewestText } from '../session/runs/run-appearance.ts';
import type { ServiceSession } from '../session/session.ts';
import { SessionTree } from '../session/session-tree.ts';
import { type WorkflowMarks, WorkflowRow, workflowOf } from './rows.ts';
import type { WorkflowViewPreferences } from './view-preferences.ts';

/** Number of rows whose details are loaded automatically. */
const firstPageSize = 100;

type Watches = Pick<WorkflowMarks, 'isWatched' | 'isPinned'>;

export class WorkflowTree extends SessionTree<Row<ServiceSession>> {
  readonly preferences: WorkflowViewPreferences;
  #watches: Watches = { isWatched: () => false, isPinned: () => false };

  constructor(accounts: Accounts, preferences: WorkflowViewPreferences) {
    super(accounts, {
      view: views.workflows,
      viewOptions: { canSelectMany: true },
      keys: { state: contextKeys.workflowsState, busy: contextKeys.workflowsBusy },
    });
    this.preferences = preferences;
    this.registerAll(
      preferences.onDidChange(() => {
        this.redrawList((roots) => this.outdated(roots));
        this.updateHeader();
        this.#askDetails();
      }),
      this.view.onDidChangeVisibility(() => this.#askDetails()),
      redrawAges(() => this.redrawDifferent(), this.view),
      // The commands that change the status appear in the menu of a row once its details are loaded.
      this.view.onDidChangeSelection(({ selection }) =>
        this.#loadDetails(selection.flatMap((row) => workflowOf(row) ?? [])),
      ),
    );
    this.showEach((session) => this.#show(session));
  }

  #show({ workflows, versions, latest }: ServiceSession): Disposable {
    return Disposable.from(
      this.showList(workflows),
      versions.onDidChange((workflow) => this.redraw(this.rows.filter(({ id }) => id === workflow))),
      latest.onDidChange((workflow) => {
        if (workflow === undefined) this.updateHeader();
        if (workflows.state !== 'loaded') return;
        if (workflow === undefined) this.redrawChange(undefined);
        else this.rowChanged(workflow);
      }),
      workflows.onDidChange((id) => {
        if (id !== undefined) return;
        for (const row of this.rows) if (row instanceof WorkflowRow) row.expire();
        this.#askDetails();
      }),
    );
  }

  /** The list doesn't wait for the latest runs. */
  protected override async load(): Promise<void> {
    const { workflows, latest } = this.session;
    void latest.ensure();
    await workflows.ensure();
    this.#askDetails();
  }

  /** Details need one request per workflow: only the first rows load them, unless the filter needs them all. */
  #askDetails(): void {
    if (!this.view.visible || this.active?.workflows.state !== 'loaded') return;
    const ids = this.rows.map(({ id }) => id);
    this.#loadDetails(this.preferences.needsDetails ? ids : ids.slice(0, firstPageSize));
  }

  #loadDetails(ids: readonly string[]): void {
    void this.active?.workflows.loadDetails(ids, () => this.view.visible);
  }

  protected override roots(): WorkflowRow[] {
    const { session, preferences } = this;
    const marks = {
      isFavorite: (id: string) => preferences.isFavorite(id),
      isWatched: (id: string) => this.#watches.isWatched(id),
      isPinned: (id: string) => this.#watches.isPinned(id),
    };
    return preferences
      .arrange(session.workflows.entries, (id) => session.latest.latest(id))
      .map(({ workflow }) => new WorkflowRow(session, workflow.id, marks));
  }

  /** Marks the rows of watched and pinned workflows, which the runs feature knows, because it depends on this one. */
  showWatched(watches: Watches, onDidChange: Event<void>): void {
    this.#watches = watches;
    this.register(onDidChange(() => this.redrawDifferent(this.rows)));
  }

  /** Selects the row of a workflow. @returns false if it isn't in the list */
  async reveal(id: string): Promise<boolean> {
    const row = this.rows.find((one) => one.id === id);
    return row !== undefined && this.select(row, { focus: true });
  }

  protected override get defaultMessage(): string {
    return this.session.latest.isNewestKnown ? '' : missingNewestText();
  }

  protected override contextKeys(): Readonly<Record<string, unknown>> {
    const { isFiltered } = this.preferences;
    const hasRows = (this.active?.workflows.entries.length ?? 0) > 0;
    const noneShown = isFiltered && hasRows && this.rows.length === 0;
    return { [contextKeys.workflowsFiltered]: isFiltered, [contextKeys.workflowsNoneShown]: noneShown };
  }

  protected override description(): string {
    return this.describeFiltered(this.rows.length, this.session.workflows.entries.length, this.preferences);
  }
}
