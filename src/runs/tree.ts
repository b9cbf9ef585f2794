/** The Runs view: runs, their steps, and "Load more". All text of the service is shown as plain text. */
import {
  EventEmitter,
  env,
  l10n,
  commands as registry,
  ThemeIcon,
  type TreeDataProvider,
  TreeItem,
  TreeItemCollapsibleState,
  type TreeView,
  window,
} from 'vscode';
import type { Connection } from '../account/index.ts';
import type { StepExecution } from '../api/index.ts';
import { commands, contextKeys, views } from '../shared/contract.ts';
import { Owner } from '../shared/disposable.ts';
import { oneLine } from '../shared/format.ts';
import { ListRefresh } from '../shared/list-refresh.ts';
import { describeFailure } from '../shared/messages.ts';
import type { WorkflowStore } from '../workflows/index.ts';
import { runDescription, runTooltip, statusIcon, stepDescription, stepTooltip } from './appearance.ts';
import { filterText, isEmpty } from './filter.ts';
import type { RunStore } from './store.ts';

export type RunNode =
  | { readonly kind: 'run'; readonly id: string }
  | { readonly kind: 'step'; readonly run: string; readonly step: StepExecution }
  | { readonly kind: 'note'; readonly run: string; readonly text: string; readonly failed: boolean }
  | { readonly kind: 'more' };

export class RunTree extends Owner implements TreeDataProvider<RunNode> {
  readonly #store: RunStore;
  readonly #workflows: WorkflowStore;
  readonly #connection: Connection;
  readonly #changed = this.own(new EventEmitter<RunNode | RunNode[] | undefined>());
  readonly onDidChangeTreeData = this.#changed.event;
  readonly view: TreeView<RunNode>;
  readonly #refresh = new ListRefresh();
  readonly #more: RunNode = { kind: 'more' };
  /** One node object a run, because VS Code tells nodes by identity. */
  readonly #nodes = new Map<string, RunNode>();

  constructor(store: RunStore, workflows: WorkflowStore, connection: Connection) {
    super();
    this.#store = store;
    this.#workflows = workflows;
    this.#connection = connection;
    this.view = this.own(window.createTreeView(views.runs, { treeDataProvider: this, showCollapseAll: true }));
    this.own(
      store.onDidChange((id) => {
        this.#draw(id);
        this.#describe();
      }),
    );
    // A whole new list of workflows may rename runs; a change of one workflow's details does not.
    this.own(
      workflows.onDidChange((id) => id === undefined && this.#store.state === 'loaded' && this.#draw(undefined)),
    );
  }

  async getChildren(node?: RunNode): Promise<RunNode[]> {
    if (node?.kind === 'run') return this.#steps(node.id);
    if (node) return [];
    if ((await this.#connection.current()) === undefined) return [];
    // The runs carry the workflow's id only; its name comes from the list that the Workflows view shares.
    const nodes = await this.#refresh.load(async () => {
      await Promise.all([this.#store.ensure(), this.#workflows.ensure()]);
      return this.#list();
    }, idOf);
    this.#describe();
    return nodes;
  }

  getParent(node: RunNode): RunNode | undefined {
    return node.kind === 'step' || node.kind === 'note' ? this.#node(node.run) : undefined;
  }

  /** Shows a run's row. False where the run is not loaded. */
  async reveal(id: string): Promise<boolean> {
    await this.#store.ensure();
    if (!this.#store.get(id)) return false;
    await this.view.reveal(this.#node(id), { select: true, focus: true });
    return true;
  }

  #list(): RunNode[] {
    const runs = this.#store.runs.map((run) => this.#node(run.id));
    return this.#store.hasMore ? [...runs, this.#more] : runs;
  }

  /** @param id the one run that changed, or undefined for any of them */
  #draw(id: string | undefined): void {
    if (id !== undefined) {
      this.#changed.fire(this.#nodes.get(id));
      return;
    }
    const nodes = this.#store.state === 'unloaded' ? undefined : this.#list();
    const needed = this.#refresh.needed(nodes?.map(idOf));
    if (needed !== 'nothing') this.#changed.fire(needed === 'rows' ? nodes : undefined);
  }

  async #steps(run: string): Promise<RunNode[]> {
    try {
      const { steps } = await this.#store.detail(run);
      if (steps.length === 0) return [{ kind: 'note', run, text: l10n.t('No steps yet'), failed: false }];
      const sorted = [...steps].sort((a, b) =>
        a.created_at < b.created_at ? -1 : a.created_at > b.created_at ? 1 : a.attempt - b.attempt,
      );
      return sorted.map((step): RunNode => ({ kind: 'step', run, step }));
    } catch (error) {
      return [{ kind: 'note', run, text: describeFailure(error), failed: true }];
    }
  }

  getTreeItem(node: RunNode): TreeItem {
    switch (node.kind) {
      case 'run':
        return this.#runItem(node.id);
      case 'step':
        return stepItem(node.run, node.step);
      case 'note': {
        const item = new TreeItem(node.text);
        item.id = `${node.run}/note`;
        item.iconPath = new ThemeIcon(node.failed ? 'warning' : 'info');
        item.tooltip = node.text;
        return item;
      }
      case 'more':
        return this.#moreItem();
    }
  }

  #runItem(id: string): TreeItem {
    const run = this.#store.get(id);
    if (!run) return new TreeItem(id);
    const name = oneLine(this.#workflows.get(run.workflow_id)?.workflow.name ?? run.workflow_id);
    const item = new TreeItem(name, TreeItemCollapsibleState.Collapsed);
    item.id = id;
    item.iconPath = statusIcon(run.status);
    item.description = runDescription(run, Date.now());
    item.tooltip = runTooltip(run, name);
    item.contextValue = 'run';
    item.accessibilityInformation = { label: `${name}, ${item.description}` };
    return item;
  }

  #moreItem(): TreeItem {
    const item = new TreeItem(l10n.t('Load more'));
    item.id = 'more';
    item.iconPath = new ThemeIcon('unfold');
    item.description = l10n.t('{0} of {1} shown', this.#store.runs.length, this.#store.totals?.total ?? 0);
    item.command = { command: commands.loadMoreRuns, title: l10n.t('Load more') };
    return item;
  }

  #node(id: string): RunNode {
    const node = this.#nodes.get(id) ?? { kind: 'run', id };
    this.#nodes.set(id, node);
    return node;
  }

  /** Totals in the header; a stale list says so in the view itself. */
  #describe(): void {
    void registry.executeCommand('setContext', contextKeys.runsState, this.#store.state);
    const { totals, failure, runs } = this.#store;
    const number = new Intl.NumberFormat(env.language);
    const figure = (count: number) => number.format(count);
    this.view.description = totals
      ? `${figure(totals.total)} · ✓ ${figure(totals.succeeded)} · ✗ ${figure(totals.failed)}`
      : '';
    const { filter } = this.#store;
    void registry.executeCommand('setContext', contextKeys.runsFiltered, !isEmpty(filter));
    if (!isEmpty(filter)) this.view.description += ` · ${filterText(filter, this.#workflows)}`;
    this.view.message = failure && runs.length > 0 ? l10n.t('Not up to date: {0}', describeFailure(failure)) : '';
  }
}

function idOf(node: RunNode): string {
  return node.kind === 'run' ? node.id : node.kind;
}

function stepItem(run: string, step: StepExecution): TreeItem {
  const item = new TreeItem(oneLine(step.step_name));
  item.id = `${run}/${step.id}`;
  item.iconPath = statusIcon(step.status);
  item.description = stepDescription(step);
  item.tooltip = stepTooltip(step);
  item.contextValue = step.error ? 'step error' : 'step';
  item.accessibilityInformation = { label: `${oneLine(step.step_name)}, ${item.description}` };
  return item;
}
