/** Status bar item of the pinned workflow, with the status of its latest run. */

import {
  Disposable,
  l10n,
  commands as registry,
  StatusBarAlignment,
  type StatusBarItem,
  ThemeColor,
  window,
} from 'vscode';
import { DisposableStore } from '../../../shared/disposable.ts';
import { commands, contextKeys } from '../../../shared/generated/names.ts';
import { redrawAges } from '../../../shared/list/ages.ts';
import { inert, oneLine } from '../../../shared/text/format.ts';
import type { WorkflowRunMetadata } from '../../api/index.ts';
import type { Accounts } from '../../session/accounts/accounts.ts';
import type { Reference } from '../../session/references.ts';
import { runStatusAndAge, runTooltip, statusIcon } from '../../session/runs/run-appearance.ts';
import type { WatchList } from './watch-list.ts';

export class PinnedWorkflowStatus extends DisposableStore {
  readonly #accounts: Accounts;
  readonly #watched: WatchList;
  /** ID of the workflow that the item shows. */
  #shown: string | undefined;
  #item: StatusBarItem | undefined;

  constructor(accounts: Accounts, watched: WatchList) {
    super();
    this.#accounts = accounts;
    this.#watched = watched;
    this.register(watched.onDidChange(() => this.#show()));
    const show = (id: string | undefined) => (id === undefined || id === watched.pinned) && this.#show();
    this.register(
      accounts.forEachSession(({ latest, workflows }) =>
        Disposable.from(latest.onDidChange(show), workflows.onDidChange(show)),
      ),
    );
    this.register(accounts.onDidChangeSession(() => this.#show()));
    this.register(redrawAges(() => this.#item && this.#show()));
    this.#show();
  }

  /** Text of the status bar item; undefined if no workflow is pinned. */
  get text(): string | undefined {
    return this.#item?.text;
  }

  #show(): void {
    const { pinned } = this.#watched;
    void registry.executeCommand('setContext', contextKeys.workflowPinned, pinned !== undefined);
    if (pinned === undefined) {
      this.#item?.dispose();
      this.#item = undefined;
      return;
    }
    const item = this.#itemFor(pinned);
    const { latest, workflows } = this.#accounts.session ?? {};
    const run = latest?.latest(pinned);
    const name = workflows?.nameOf(pinned, 40) ?? oneLine(pinned, 40);
    const text = latest?.isKnown(pinned) ? `${name}: ${stateText(run)}` : name;
    item.name = l10n.t('Pinned Workflow');
    item.text = `$(${run ? statusIcon(run.status).id : 'symbol-event'}) ${inert(text)}`;
    item.tooltip = run ? runTooltip(run, name) : name;
    item.backgroundColor = run?.status === 'FAILED' ? new ThemeColor('statusBarItem.errorBackground') : undefined;
    item.accessibilityInformation = { label: text };
    item.show();
  }

  /**
   * Sets the command only once, with the workflow for its latest run: VS Code drops a click while a command with
   * arguments is being replaced.
   */
  #itemFor(workflow: string): StatusBarItem {
    if (this.#item !== undefined && this.#shown === workflow) return this.#item;
    this.#item?.dispose();
    const item = window.createStatusBarItem('switchyard.pinned', StatusBarAlignment.Left, -1);
    const node: Reference = { kind: 'workflow', id: workflow };
    item.command = {
      command: commands.runs.openPanel,
      title: l10n.t('Open Run'),
      arguments: [node],
    };
    this.#item = item;
    this.#shown = workflow;
    return item;
  }

  override dispose(): void {
    this.#item?.dispose();
    super.dispose();
  }
}

function stateText(run: WorkflowRunMetadata | undefined): string {
  return run ? runStatusAndAge(run, Date.now()) : l10n.t('no runs');
}
