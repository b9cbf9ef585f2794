/** The Workflows view: workflows, and under each its active version, its versions and its recent runs. */
import { Disposable, type Event, l10n, TreeItem } from 'vscode';
import type { Accounts } from '../service/accounts.ts';
import type { ServiceSession } from '../service/session.ts';
import { SessionTree } from '../service/session-tree.ts';
import { redrawAges } from '../shared/ages.ts';
import { oneLine } from '../shared/format.ts';
import { commands, contextKeys, views } from '../shared/generated/names.ts';
import { moreItem, noteItem } from '../shared/list-tree.ts';
import { describeFailure } from '../shared/messages.ts';
import { missingNewestText } from '../shared/run-appearance.ts';
import { hoverOf } from './hovers.ts';
import { type WorkflowNode, workflowOf } from './nodes.ts';
import { activeItem, runItem, runsItem, versionItem, versionsItem, workflowItem } from './rows.ts';
import type { WorkflowViewPreferences } from './view-preferences.ts';

/** Number of rows whose details are loaded automatically. */
const FIRST_PAGE = 100;

export class WorkflowTree extends SessionTree<WorkflowNode> {
  readonly preferences: WorkflowViewPreferences;
  /** IDs of workflows whose recent runs were requested. */
  readonly #runsAsked = new Set<string>();
  #isWatched: (workflow: string) => boolean = () => false;

  constructor(accounts: Accounts, preferences: WorkflowViewPreferences) {
    super(accounts, {
      view: views.workflows,
      viewOptions: { canSelectMany: true },
      keys: { state: contextKeys.workflowsState, busy: contextKeys.workflowsBusy },
    });
    this.preferences = preferences;
    this.ownAll(
      preferences.onDidChange(() => {
        this.redrawList((roots) => roots);
        this.updateHeader();
        this.#askDetails();
      }),
      this.view.onDidChangeVisibility(() => this.#askDetails()),
      redrawAges(() => this.redraw(this.different()), this.view),
      // The commands that change the status appear in the menu of a row once its details are loaded.
      this.view.onDidChangeSelection(({ selection }) => this.#loadDetails(selection.map(workflowOf))),
    );
    this.showEach((session) => this.#show(session));
  }

  #show({ workflows, versions, latest }: ServiceSession): Disposable {
    this.#runsAsked.clear();
    return Disposable.from(
      this.showList(workflows),
      versions.onDidChange((workflow) => this.redraw([this.nodeFor({ kind: 'workflow', id: workflow })])),
      latest.onDidChange((workflow) => {
        if (workflows.state === 'loaded') this.redrawChange(workflow);
        if (workflow === undefined) this.updateHeader();
      }),
      workflows.onDidChange((id) => {
        if (id !== undefined) return;
        this.#runsAsked.clear();
        this.#askDetails();
      }),
    );
  }

  protected override idOf(node: WorkflowNode): string {
    switch (node.kind) {
      case 'workflow':
        return node.id;
      case 'version':
        return `${node.workflow}/version/${node.version.id}`;
      case 'run':
        return `${node.workflow}/run/${node.id}`;
      case 'note':
        return `${node.workflow}/${node.under}/note`;
      default:
        return `${node.workflow}/${node.kind}`;
    }
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
    const ids = this.rows.map(workflowOf);
    this.#loadDetails(this.preferences.needsDetails ? ids : ids.slice(0, FIRST_PAGE));
  }

  #loadDetails(ids: readonly string[]): void {
    void this.active?.workflows.loadDetails(ids, () => this.view.visible);
  }

  protected override roots(): WorkflowNode[] {
    const { workflows, latest } = this.session;
    return this.preferences
      .arrange(workflows.entries, (id) => latest.latest(id))
      .map(({ workflow }) => this.nodeFor({ kind: 'workflow', id: workflow.id }));
  }

  protected override async childrenOf(node: WorkflowNode): Promise<WorkflowNode[]> {
    switch (node.kind) {
      case 'workflow': {
        const { id: workflow } = node;
        this.#loadDetails([workflow]);
        const version = this.session.workflows.get(workflow)?.details?.active_version_id;
        const rows: WorkflowNode[] = version ? [{ kind: 'active', workflow, version }] : [];
        if (version) void this.session.versions.ensureKnown(workflow, version);
        return [...rows, { kind: 'versions', workflow }, { kind: 'runs', workflow }];
      }
      case 'versions':
        return this.#versionsOf(node.workflow);
      case 'runs':
        return this.#runsOf(node.workflow);
      default:
        return [];
    }
  }

  async #versionsOf(workflow: string): Promise<WorkflowNode[]> {
    const { versions } = this.session;
    const problems: WorkflowNode[] = [];
    try {
      await versions.ensure(workflow);
    } catch (error) {
      problems.push({ kind: 'note', workflow, under: 'versions', text: describeFailure(error), failed: true });
    }
    const known = versions.versions(workflow);
    if (known.length === 0 && problems.length === 0)
      return [{ kind: 'note', workflow, under: 'versions', text: l10n.t('No versions yet'), failed: false }];
    void versions.loadMessages(workflow);
    const rows = known.map((version): WorkflowNode => ({ kind: 'version', workflow, version }));
    if (!versions.isNewestKnown(workflow)) {
      const text = l10n.t('The service lists versions in no particular order, so newer versions may be missing here.');
      problems.push({ kind: 'note', workflow, under: 'versions', text, failed: false });
    }
    const nodes = [...problems, ...rows];
    return versions.hasMore(workflow) ? [...nodes, { kind: 'more', workflow }] : nodes;
  }

  async #runsOf(workflow: string): Promise<WorkflowNode[]> {
    const { latest } = this.session;
    try {
      if (!this.#runsAsked.has(workflow)) await latest.loadRunsOf(workflow);
      this.#runsAsked.add(workflow);
    } catch (error) {
      return [{ kind: 'note', workflow, under: 'runs', text: describeFailure(error), failed: true }];
    }
    const runs = latest.of(workflow);
    if (runs.length === 0)
      return [{ kind: 'note', workflow, under: 'runs', text: l10n.t('No runs yet'), failed: false }];
    return runs.map(({ id }): WorkflowNode => ({ kind: 'run', workflow, id }));
  }

  override getParent(node: WorkflowNode): WorkflowNode | undefined {
    if (node.kind === 'workflow') return undefined;
    const { workflow } = node;
    if (node.kind === 'version' || node.kind === 'more') return { kind: 'versions', workflow };
    if (node.kind === 'run') return { kind: 'runs', workflow };
    return node.kind === 'note' ? { kind: node.under, workflow } : this.nodeFor({ kind: 'workflow', id: workflow });
  }

  /** Marks the rows of watched workflows. The runs feature, which depends on this one, knows which ones are watched. */
  showWatched(isWatched: (workflow: string) => boolean, onDidChange: Event<void>): void {
    this.#isWatched = isWatched;
    this.own(onDidChange(() => this.redraw(this.rows)));
  }

  /** Selects the row of a workflow. @returns false if it isn't in the list */
  async reveal(id: string): Promise<boolean> {
    const row = this.rows.find((node) => workflowOf(node) === id);
    return row !== undefined && this.select(row, { focus: true });
  }

  protected override item(node: WorkflowNode): TreeItem {
    const { workflows: store, versions, latest } = this.session;
    const preferences = this.preferences;
    switch (node.kind) {
      case 'workflow': {
        const entry = store.get(node.id);
        if (!entry) return new TreeItem(oneLine(node.id));
        const flags = { favorite: preferences.isFavorite(node.id), watched: this.#isWatched(node.id) };
        return workflowItem(entry, latest.latest(node.id), { ...flags, loading: store.isLoading(node.id) });
      }
      case 'active':
        return activeItem(
          node,
          versions.known(node.version),
          latest.of(node.workflow).find((run) => run.version_id === node.version),
        );
      case 'versions':
        return versionsItem(versions.total(node.workflow));
      case 'version':
        return versionItem(
          node,
          node.version.id === store.get(node.workflow)?.details?.active_version_id,
          versions.message(node.version.id),
        );
      case 'more':
        return moreItem(
          versions.versions(node.workflow).length,
          versions.total(node.workflow) ?? 0,
          commands.versions.loadMore,
          node,
        );
      case 'runs':
        return runsItem();
      case 'run': {
        const run = latest.of(node.workflow).find(({ id }) => id === node.id);
        return run ? runItem(node, run) : new TreeItem(oneLine(node.id));
      }
      case 'note':
        return noteItem(node.text, node.failed);
    }
  }

  /** Hovers are created when they're shown, because they need details that rows don't. */
  async resolveTreeItem(item: TreeItem, node: WorkflowNode): Promise<TreeItem> {
    item.tooltip ??= await hoverOf(this.session, node);
    return item;
  }

  protected override get defaultMessage(): string {
    return this.session.latest.isNewestKnown ? '' : missingNewestText();
  }

  protected override contextKeys(): Readonly<Record<string, unknown>> {
    const preferences = this.preferences;
    const hasRows = (this.active?.workflows.entries.length ?? 0) > 0;
    const noneShown = preferences.isFiltered && hasRows && this.rows.length === 0;
    return { [contextKeys.workflowsFiltered]: preferences.isFiltered, [contextKeys.workflowsNoneShown]: noneShown };
  }

  protected override description(): string {
    return this.describeFiltered(this.rows.length, this.session.workflows.entries.length, this.preferences);
  }
}
