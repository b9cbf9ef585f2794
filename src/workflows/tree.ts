/** The Workflows view. All text of the service is shown as plain text, never as markup. */
import {
  EventEmitter,
  env,
  l10n,
  commands as registry,
  ThemeColor,
  ThemeIcon,
  type TreeDataProvider,
  TreeItem,
  type TreeView,
  window,
} from 'vscode';
import type { Connection } from '../account/index.ts';
import { contextKeys, views } from '../shared/contract.ts';
import { Owner } from '../shared/disposable.ts';
import { exactTime, oneLine, plainText, relativeTime } from '../shared/format.ts';
import { ListRefresh } from '../shared/list-refresh.ts';
import { describeFailure } from '../shared/messages.ts';
import type { WorkflowEntry, WorkflowStore } from './store.ts';

/** A node of the tree is the workflow's id: stable over refreshes, so selection and expansion survive. */
type Node = string;

export class WorkflowTree extends Owner implements TreeDataProvider<Node> {
  readonly #store: WorkflowStore;
  readonly #connection: Connection;
  readonly #changed = this.own(new EventEmitter<Node | Node[] | undefined>());
  readonly onDidChangeTreeData = this.#changed.event;
  readonly #refresh = new ListRefresh();
  readonly view: TreeView<Node>;

  constructor(store: WorkflowStore, connection: Connection) {
    super();
    this.#store = store;
    this.#connection = connection;
    this.view = this.own(window.createTreeView(views.workflows, { treeDataProvider: this, canSelectMany: true }));
    this.own(
      store.onDidChange((id) => {
        this.#draw(id);
        this.#describe();
      }),
    );
  }

  async getChildren(node?: Node): Promise<Node[]> {
    if (node !== undefined) return [];
    if ((await this.#connection.current()) === undefined) return [];
    const ids = await this.#refresh.load(
      async () => {
        await this.#store.ensure();
        return this.#ids();
      },
      (id) => id,
    );
    this.#describe();
    return ids;
  }

  #ids(): Node[] {
    return this.#store.entries.map((entry) => entry.workflow.id);
  }

  /** @param id the one workflow that changed, or undefined for any of them */
  #draw(id: string | undefined): void {
    if (id !== undefined) {
      this.#changed.fire(id);
      return;
    }
    const ids = this.#store.state === 'unloaded' ? undefined : this.#ids();
    const needed = this.#refresh.needed(ids);
    if (needed !== 'nothing') this.#changed.fire(needed === 'rows' ? ids : undefined);
  }

  getTreeItem(id: Node): TreeItem {
    const entry = this.#store.get(id);
    if (!entry) return new TreeItem(id);
    const { workflow, details } = entry;
    const item = new TreeItem(oneLine(workflow.name));
    const status = details?.status;
    item.id = id;
    item.iconPath = icon(status);
    item.description = describe(entry);
    item.tooltip = tooltip(entry);
    item.contextValue = ['workflow', status ?? 'unknown'].join(' ');
    item.accessibilityInformation = { label: `${oneLine(workflow.name)}, ${item.description}` };
    return item;
  }

  /** Tells when the list shown is not today's, in the view itself: no pop-up for what a tree can show. */
  #describe(): void {
    void registry.executeCommand('setContext', contextKeys.workflowsState, this.#store.state);
    const { failure, entries } = this.#store;
    this.view.message = failure && entries.length > 0 ? l10n.t('Not up to date: {0}', describeFailure(failure)) : '';
    this.view.description = entries.length > 0 ? String(entries.length) : '';
  }
}

function icon(status: string | undefined): ThemeIcon {
  switch (status) {
    case undefined:
      return new ThemeIcon('symbol-event', new ThemeColor('disabledForeground'));
    case 'enabled':
      return new ThemeIcon('symbol-event', new ThemeColor('charts.green'));
    case 'disabled':
      return new ThemeIcon('debug-pause', new ThemeColor('disabledForeground'));
    default:
      return new ThemeIcon('question');
  }
}

function describe({ workflow, details, problem }: WorkflowEntry): string {
  const updated = relativeTime(workflow.updated_at, Date.now(), env.language);
  if (problem) return `${l10n.t('status unknown')} · ${updated}`;
  if (!details) return updated;
  return `${statusText(details.status)} · ${updated}`;
}

function statusText(status: string): string {
  if (status === 'enabled') return l10n.t('enabled');
  if (status === 'disabled') return l10n.t('disabled');
  return oneLine(status, 40);
}

function tooltip({ workflow, details, problem }: WorkflowEntry): string {
  const lines = [plainText(workflow.name, 300)];
  if (workflow.description) lines.push(plainText(workflow.description), '');
  if (details) {
    lines.push(l10n.t('Status: {0}', statusText(details.status)));
    if (details.active_version_id) lines.push(l10n.t('Active version: {0}', oneLine(details.active_version_id)));
    if (details.schedule_options) lines.push(l10n.t('Schedule: {0}', plainText(details.schedule_options, 300)));
    if (details.next_run_at) lines.push(l10n.t('Next run: {0}', exactTime(details.next_run_at, env.language)));
    if (details.metadata) lines.push(l10n.t('Metadata: {0}', plainText(details.metadata, 300)));
  }
  if (problem) lines.push(l10n.t('Details: {0}', describeFailure(problem)));
  lines.push(
    l10n.t('Created: {0}', exactTime(workflow.created_at, env.language)),
    l10n.t('Updated: {0}', exactTime(workflow.updated_at, env.language)),
    l10n.t('ID: {0}', oneLine(workflow.id)),
  );
  return lines.join('\n');
}
