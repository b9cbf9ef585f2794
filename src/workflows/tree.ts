/** The Workflows view: workflows, and under each its versions. */
import {
  EventEmitter,
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
import type { WorkflowVersion } from '../api/index.ts';
import { commands, contextKeys, views } from '../shared/contract.ts';
import { Owner } from '../shared/disposable.ts';
import { oneLine } from '../shared/format.ts';
import { ListRefresh } from '../shared/list-refresh.ts';
import { describeFailure } from '../shared/messages.ts';
import {
  versionDescription,
  versionIcon,
  versionLabel,
  versionTooltip,
  workflowDescription,
  workflowIcon,
  workflowTooltip,
} from './appearance.ts';
import type { WorkflowEntry, WorkflowStore } from './store.ts';
import type { VersionStore } from './versions.ts';

export type WorkflowNode =
  | { readonly kind: 'workflow'; readonly id: string }
  | { readonly kind: 'version'; readonly workflow: string; readonly version: WorkflowVersion }
  | { readonly kind: 'more'; readonly workflow: string }
  | { readonly kind: 'note'; readonly workflow: string; readonly text: string; readonly failed: boolean };

export class WorkflowTree extends Owner implements TreeDataProvider<WorkflowNode> {
  readonly #store: WorkflowStore;
  readonly #versions: VersionStore;
  readonly #connection: Connection;
  readonly #changed = this.own(new EventEmitter<WorkflowNode | WorkflowNode[] | undefined>());
  readonly onDidChangeTreeData = this.#changed.event;
  readonly #refresh = new ListRefresh();
  /** One node object a workflow, because VS Code tells nodes by identity. */
  readonly #nodes = new Map<string, WorkflowNode>();
  readonly view: TreeView<WorkflowNode>;

  constructor(store: WorkflowStore, versions: VersionStore, connection: Connection) {
    super();
    this.#store = store;
    this.#versions = versions;
    this.#connection = connection;
    this.view = this.own(
      window.createTreeView(views.workflows, { treeDataProvider: this, canSelectMany: true, showCollapseAll: true }),
    );
    this.own(
      store.onDidChange((id) => {
        this.#draw(id);
        this.#describe();
      }),
    );
    this.own(versions.onDidChange((workflow) => this.#changed.fire(this.#node(workflow))));
  }

  async getChildren(node?: WorkflowNode): Promise<WorkflowNode[]> {
    if (node?.kind === 'workflow') return this.#versionsOf(node.id);
    if (node) return [];
    if ((await this.#connection.current()) === undefined) return [];
    const nodes = await this.#refresh.load(async () => {
      await this.#store.ensure();
      return this.#list();
    }, idOf);
    this.#describe();
    return nodes;
  }

  getParent(node: WorkflowNode): WorkflowNode | undefined {
    return node.kind === 'workflow' ? undefined : this.#node(node.workflow);
  }

  /** Shows a workflow's row. False where the list has no such workflow. */
  async reveal(id: string): Promise<boolean> {
    await this.#store.ensure();
    if (!this.#store.get(id)) return false;
    await this.view.reveal(this.#node(id), { select: true, focus: true });
    return true;
  }

  #list(): WorkflowNode[] {
    return this.#store.entries.map((entry) => this.#node(entry.workflow.id));
  }

  #node(id: string): WorkflowNode {
    const node = this.#nodes.get(id) ?? { kind: 'workflow', id };
    this.#nodes.set(id, node);
    return node;
  }

  async #versionsOf(workflow: string): Promise<WorkflowNode[]> {
    try {
      await this.#versions.ensure(workflow);
    } catch (error) {
      return [{ kind: 'note', workflow, text: describeFailure(error), failed: true }];
    }
    const versions = this.#versions.versions(workflow);
    if (versions.length === 0) return [{ kind: 'note', workflow, text: l10n.t('No versions yet'), failed: false }];
    const nodes = versions.map((version): WorkflowNode => ({ kind: 'version', workflow, version }));
    return this.#versions.hasMore(workflow) ? [...nodes, { kind: 'more', workflow }] : nodes;
  }

  /** @param id the one workflow that changed, or undefined for any of them */
  #draw(id: string | undefined): void {
    if (id !== undefined) {
      this.#changed.fire(this.#node(id));
      return;
    }
    const nodes = this.#store.state === 'unloaded' ? undefined : this.#list();
    const needed = this.#refresh.needed(nodes?.map(idOf));
    if (needed !== 'nothing') this.#changed.fire(needed === 'rows' ? nodes : undefined);
  }

  getTreeItem(node: WorkflowNode): TreeItem {
    switch (node.kind) {
      case 'workflow': {
        const entry = this.#store.get(node.id);
        return entry ? workflowItem(entry) : new TreeItem(node.id);
      }
      case 'version':
        return versionItem(node.workflow, node.version, this.#store.get(node.workflow)?.details?.active_version_id);
      case 'more': {
        const item = new TreeItem(l10n.t('Load more'));
        item.id = `${node.workflow}/more`;
        item.iconPath = new ThemeIcon('unfold');
        const { workflow } = node;
        item.description = l10n.t(
          '{0} of {1} shown',
          this.#versions.versions(workflow).length,
          this.#versions.total(workflow),
        );
        item.command = { command: commands.loadMoreVersions, title: l10n.t('Load more'), arguments: [node] };
        return item;
      }
      case 'note': {
        const item = new TreeItem(node.text);
        item.id = `${node.workflow}/note`;
        item.iconPath = new ThemeIcon(node.failed ? 'warning' : 'info');
        item.tooltip = node.text;
        return item;
      }
    }
  }

  /** Tells when the list shown is not today's, in the view itself: no pop-up for what a tree can show. */
  #describe(): void {
    void registry.executeCommand('setContext', contextKeys.workflowsState, this.#store.state);
    const { failure, entries } = this.#store;
    this.view.message = failure && entries.length > 0 ? l10n.t('Not up to date: {0}', describeFailure(failure)) : '';
    this.view.description = entries.length > 0 ? String(entries.length) : '';
  }
}

function idOf(node: WorkflowNode): string {
  return node.kind === 'workflow' ? node.id : node.kind;
}

function workflowItem(entry: WorkflowEntry): TreeItem {
  const status = entry.details?.status;
  const item = new TreeItem(oneLine(entry.workflow.name), TreeItemCollapsibleState.Collapsed);
  item.id = entry.workflow.id;
  item.iconPath = workflowIcon(status);
  item.description = workflowDescription(entry);
  item.tooltip = workflowTooltip(entry);
  item.contextValue = ['workflow', status ?? 'unknown'].join(' ');
  item.accessibilityInformation = { label: `${oneLine(entry.workflow.name)}, ${item.description}` };
  return item;
}

function versionItem(workflow: string, version: WorkflowVersion, activeId: string | null | undefined): TreeItem {
  const active = version.id === activeId;
  const item = new TreeItem(versionLabel(version));
  item.id = `${workflow}/${version.id}`;
  item.iconPath = versionIcon(version, active);
  item.description = versionDescription(version, active);
  item.tooltip = versionTooltip(version, active);
  item.contextValue = active ? 'version active' : 'version';
  item.accessibilityInformation = { label: `${versionLabel(version)}, ${item.description}` };
  item.command = {
    command: commands.openVersion,
    title: l10n.t('Open Version'),
    arguments: [{ kind: 'version', workflow, version } satisfies WorkflowNode],
  };
  return item;
}
